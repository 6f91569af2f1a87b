import { beforeEach, describe, expect, test } from "vitest";
import { ClockLine } from "./clock-line.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOON = Date.UTC(2026, 10, 21, 5);

let line: ClockLine;
let elapsed: number;
beforeEach(() => {
  line = new ClockLine();
  elapsed = 0;
});

/** A second passes and both clocks are read, with these deviations. */
function second(databaseOff: number, machineOff = 0, blur = 1): boolean {
  elapsed += SECOND;
  const right = NOON + elapsed;
  line.see({ database: right + databaseOff, machine: right + machineOff, elapsed, blur });
  return line.held;
}

function seconds(count: number, databaseOff: number, machineOff = 0): boolean[] {
  return Array.from({ length: count }, () => second(databaseOff, machineOff));
}

describe("a clock that goes on evenly", () => {
  test("is never held, and a correction within bounds is followed", () => {
    expect(seconds(5, 0)).not.toContain(true);
    for (let off = 0; off < MINUTE; off += 4 * SECOND) expect(second(off)).toBe(false);
    expect(line.at(elapsed)).toBe(NOON + elapsed + 56 * SECOND);
  });

  test("an answer that took long is no leap", () => {
    second(0);
    expect(second(9 * SECOND, 0, 4.5 * SECOND)).toBe(false);
  });

  test("nor is what follows it: where in the waiting the clock was read is not known", () => {
    second(0);
    for (const off of [8 * SECOND, -8 * SECOND]) {
      expect(second(off, 0, 8 * SECOND)).toBe(false);
      expect(line.at(elapsed)).toBe(NOON + elapsed);
      expect(seconds(3, 0)).not.toContain(true);
    }
  });

  test("nor is this machine's clock being set, while the database's goes on", () => {
    second(0);
    expect(seconds(90, 0, 20 * MINUTE)).not.toContain(true);
  });
});

describe.each([20 * MINUTE, -20 * MINUTE])("a leap of %i ms", (leap) => {
  test("is held at once, goes on being held, and is over when the clock is back", () => {
    second(0);
    expect(seconds(20, leap)).not.toContain(false);
    expect(line.at(elapsed)).toBe(NOON + elapsed);
    expect(second(0)).toBe(false);
  });

  test("is never believed while this machine's clock says otherwise", () => {
    second(0);
    expect(seconds(3_600, leap)).not.toContain(false);
  });

  test("is believed once this machine's clock has gone on beside it for a minute", () => {
    second(0);
    // The machine's own clock is corrected ten seconds later.
    expect(seconds(10, leap)).not.toContain(false);
    expect(seconds(60, leap, leap)).not.toContain(false);
    expect(second(leap, leap)).toBe(false);
    expect(line.at(elapsed)).toBe(NOON + elapsed + leap);
  });

  test("of both clocks at once, for less than a minute, is held until they are back", () => {
    second(0);
    expect(seconds(20, leap, leap)).not.toContain(false);
    expect(second(0)).toBe(false);
    // Earlier readings do not count towards the next leap.
    expect(seconds(50, leap, leap)).not.toContain(false);
  });

  test("that was there before the first look is seen by this machine's clock", () => {
    expect(seconds(90, leap)).not.toContain(false);
    expect(second(0)).toBe(false);
  });
});
