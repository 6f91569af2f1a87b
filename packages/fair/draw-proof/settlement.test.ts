import { roundTime } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import { describe, expect, test } from "vitest";
import {
  SAMPLE_BOOKS,
  SAMPLE_CHAIN,
  SAMPLE_PERIOD,
  SAMPLE_ROUND,
  SAMPLE_TRUST,
  sampleDocument,
  sampleEntries,
  sampleEntry,
  sampleNumbers,
  sampleRefunds,
  sampleSkipped,
  sampleVoid,
  type SampleEntry,
} from "../testing/sample-draw.ts";
import { sampleLogOf } from "../testing/sample-log.ts";
import { checkDraw, type CheckDrawOptions } from "./check-draw.ts";
import { LOG_VERSION, REFUNDS_PROVED, versionFor } from "./log-version.ts";
import { SETTLE_TIMEOUT_MS, SETTLE_WITHIN_MS } from "./period-times.ts";
import type { DrawReport } from "./report.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const ENTRIES = sampleEntries(NUMBERS);
const ROUND_S = roundTime(SAMPLE_CHAIN, SAMPLE_ROUND) / 1000;

const check = (document: unknown, options: Partial<CheckDrawOptions> = {}): DrawReport =>
  checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound, ...options });

const faultsOf = ({ steps }: DrawReport) =>
  steps.flatMap(({ faults }) =>
    faults.map((fault) => ("type" in fault ? `${fault.name} ${fault.type}` : fault.name)),
  );

describe("what a period pays and refunds", () => {
  const HELD = sampleEntries(NUMBERS, { ...SAMPLE_BOOKS, version: REFUNDS_PROVED });
  const OVERDUE = SAMPLE_PERIOD.drawAt + SETTLE_TIMEOUT_MS;
  const ROOT = "07".repeat(32);
  const drawn = sampleDocument(HELD.slice(0, 6));
  const cancelled = (...settled: SampleEntry[]) =>
    sampleDocument([...HELD.slice(0, 4), sampleVoid(), ...settled]);
  /** Ended by these entries, of which the close has other sums. */
  const closedWith = (sums: object, ...end: SampleEntry[]) => {
    const close = HELD[4];
    if (close === undefined) throw new Error("no close");
    const { type, orders: _o, stake: _s, ...rest } = JSON.parse(close.body);
    const body = sampleEntry(type, { ...rest, ...sums }, close.cosignedAt);
    return sampleDocument([...HELD.slice(0, 4), body, ...end]);
  };
  const [, , , , , draw5, settled6] = HELD;
  if (draw5 === undefined || settled6 === undefined) throw new Error("no entries");

  test("is in the log ten minutes after the draw at the latest, by the verifier's time or by that of witnesses", () => {
    expect(check(drawn, { now: OVERDUE - 1 })).toMatchObject({
      verdict: "valid",
      settleBy: SAMPLE_PERIOD.drawAt + SETTLE_WITHIN_MS,
    });
    expect(faultsOf(check(drawn, { now: OVERDUE }))).toEqual(["missing-settlement"]);
    const log = { ...sampleLogOf(drawn), cosignedAt: OVERDUE };
    expect(faultsOf(check(drawn, { log }))).toEqual(["missing-settlement"]);
    expect(faultsOf(check(drawn, { log: { ...log, origin: "other.example" } }))).toEqual([]);
  });

  test("is due when a period is cancelled, and of one that is neither drawn nor void too", () => {
    const early = cancelled();
    const at = (ROUND_S - 1) * 1000;
    expect(check(early, { now: at + SETTLE_TIMEOUT_MS - 1 })).toMatchObject({
      verdict: "pending",
      settleBy: at + SETTLE_WITHIN_MS,
    });
    expect(faultsOf(check(early, { now: at + SETTLE_TIMEOUT_MS }))).toEqual(["missing-settlement"]);
    expect(faultsOf(check(sampleDocument(HELD.slice(0, 5)), { now: OVERDUE }))).toEqual([
      "missing-settlement",
    ]);
  });

  test("is never missing of a log that did not promise it, nor of a skipped period", () => {
    expect(check(sampleDocument(ENTRIES.slice(0, 6)), { now: OVERDUE * 2 }).verdict).toBe("valid");
    const skipped = sampleDocument([...HELD.slice(0, 4), sampleSkipped("202611210002", "202611210004")]);
    expect(faultsOf(check(skipped, { now: OVERDUE * 2 }))).toEqual([]);
  });

  test("may be said of a void period, and of none that is skipped or undecided", () => {
    const document = cancelled(sampleRefunds(ROOT, "12.00"));
    expect(check(document, { log: sampleLogOf(document) })).toMatchObject({ verdict: "voided" });
    const undecided = sampleDocument([...HELD.slice(0, 5), sampleRefunds(ROOT)]);
    expect(faultsOf(check(undecided))).toContain("foreign-entry settled");
    const skipped = sampleSkipped("202611210003", "202611210003");
    expect(faultsOf(check(sampleDocument([...HELD.slice(0, 4), skipped, sampleRefunds(ROOT)])))).toContain(
      "foreign-entry settled",
    );
    const before = sampleDocument([...HELD.slice(0, 4), sampleRefunds(ROOT), sampleVoid()]);
    expect(faultsOf(check(before))).toContain("wrong-order settled");
  });

  test("has sums if the close has them: none are left out once the result is known", () => {
    expect(faultsOf(check(closedWith({}, draw5, sampleRefunds(ROOT))))).toEqual([]);
    expect(faultsOf(check(closedWith({}, draw5, settled6)))).toEqual(["wrong-sums"]);
    expect(faultsOf(check(closedWith({ orders: 3, stake: "12.00" }, draw5, sampleRefunds(ROOT))))).toEqual([
      "wrong-sums",
    ]);
    expect(faultsOf(check(closedWith({ orders: 3 }, draw5, settled6)))).toContain("bad-entry close");
  });

  test("is the whole stake, if the period is void", () => {
    const late = (...settled: SampleEntry[]) =>
      sampleDocument([
        ...HELD.slice(0, 4),
        ...HELD.slice(4, 5).map((close) => ({ ...close, cosignedAt: ROUND_S })),
        ...settled,
      ]);
    expect(faultsOf(check(late(sampleRefunds(ROOT, "12.00"))))).toEqual([]);
    expect(faultsOf(check(late(sampleRefunds(ROOT, "11.99"))))).toEqual(["wrong-sums"]);
    expect(faultsOf(check(late(sampleRefunds(ROOT))))).toEqual(["wrong-sums"]);
    expect(faultsOf(check(cancelled(settled6)))).toEqual(["wrong-sums"]);
  });

  test("is asked for from a day on that no log can put off", () => {
    expect(versionFor({}, { openAt: Date.UTC(2026, 11, 31, 23, 59) })).toBe(1);
    expect(versionFor({}, { openAt: Date.UTC(2027, 0, 1) })).toBe(LOG_VERSION);
    expect(versionFor({ version: 2 }, { openAt: 0 })).toBe(2);
  });
});
