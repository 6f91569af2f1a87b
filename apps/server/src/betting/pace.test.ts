import { describe, expect, test } from "vitest";
import type { Timers } from "../timers.ts";
import { ENOUGH_SLIPS, Pace } from "./pace.ts";

/** A clock that a test sets, and what is due by it. */
function heldTimers() {
  const due: { readonly at: number; readonly run: () => void }[] = [];
  let now = 1_000;
  const timers: Timers = {
    now: () => now,
    after: (ms, run) => void due.push({ at: now + ms, run }),
  };
  return {
    timers,
    due,
    pass: (ms: number) => {
      now += ms;
      for (const { at, run } of due.splice(0).filter((each) => each.at <= now || !due.push(each))) {
        expect(at).toBeLessThanOrEqual(now);
        run();
      }
    },
  };
}

function paceOf(servers: number) {
  const held = heldTimers();
  const pace = new Pace(2, () => servers, held.timers);
  let woken = 0;
  return {
    pace,
    ...held,
    woken: () => woken,
    /** A batch that takes so long. */
    batch: (ms: number) => {
      const began = pace.now();
      held.pass(ms);
      pace.ended(began, () => (woken += 1));
    },
  };
}

describe("one server", () => {
  test("has two batches under way, never pauses and sets no timer", () => {
    const { pace, batch, due } = paceOf(1);
    for (let round = 0; round < 3; round += 1) {
      expect([0, 1, 2].map((running) => pace.mayLeave(running, 1))).toEqual([true, true, false]);
      batch(50);
    }
    expect(due).toEqual([]);
  });
});

describe("two servers", () => {
  test("have one batch each under way, and pause for less than it took", () => {
    const { pace, batch, pass } = paceOf(2);
    expect([pace.mayLeave(0, 1), pace.mayLeave(1, 1)]).toEqual([true, false]);
    batch(20);
    expect(pace.mayLeave(0, 1)).toBe(false);
    pass(15);
    expect(pace.mayLeave(0, 1)).toBe(true);
  });
});

describe("more servers than slots", () => {
  test.each([
    [3, 10, 12.5],
    [4, 10, 17.5],
    [8, 4, 15],
    [8, 400, 20],
  ])("of %i servers one pauses after %i ms for %i", (servers, batchMs, pauseMs) => {
    const { pace, batch, pass, woken } = paceOf(servers);
    expect(pace.mayLeave(0, 1)).toBe(true);
    batch(batchMs);
    pass(pauseMs - 0.5);
    expect([pace.mayLeave(0, 1), woken()]).toEqual([false, 0]);
    pass(0.5);
    expect([pace.mayLeave(0, 1), woken()]).toEqual([true, 1]);
    // One batch at a time.
    expect(pace.mayLeave(1, 1)).toBe(false);
  });

  test("a lone slip leaves at once when nothing was sold for a while", () => {
    const { pace, batch, pass } = paceOf(3);
    batch(10);
    pass(1_000);
    expect(pace.mayLeave(0, 1)).toBe(true);
  });

  test("as many slips as make a batch leave in the pause too, and beside another batch", () => {
    const { pace, batch } = paceOf(3);
    batch(10);
    expect(pace.mayLeave(0, ENOUGH_SLIPS - 1)).toBe(false);
    expect([0, 1, 2].map((running) => pace.mayLeave(running, ENOUGH_SLIPS))).toEqual([true, true, false]);
  });

  test("the number of servers counts that is up now", () => {
    let servers = 3;
    const { timers } = heldTimers();
    const pace = new Pace(2, () => servers, timers);
    expect(pace.mayLeave(1, 1)).toBe(false);
    servers = 1;
    expect(pace.mayLeave(1, 1)).toBe(true);
  });
});
