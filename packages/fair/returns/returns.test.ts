import { describe, expect, test } from "vitest";
import { canonicalJson } from "../canonical-json.ts";
import {
  addPeriod,
  arePossible,
  exactOfAll,
  type ExactReturn,
  judgeReturn,
  LogSums,
  measuredReturn,
  noReturns,
  returnBand,
  returnReport,
} from "./returns.ts";
import { betOnHigh, betOnLow, highFortunes, lowFortunes, wealth } from "./return-test.ts";

const EXACT: ExactReturn = { low: 0.9, high: 0.95, mostOdds: 2, leastOdds: 1.9 };
const HASH = "ab".repeat(32);
const entry = (type: string, fields: object) => canonicalJson({ type, ...fields });
const of = (periodNo: string) => ({ game: "K3", periodNo });
const period = (periodNo: string, oddsVersion = 1, closeAt = 1_000) =>
  entry("period", { ...of(periodNo), openAt: 0, closeAt, drawAt: closeAt + 8_000, round: 1, oddsVersion });
const close = (periodNo: string, sums: object = {}) =>
  entry("close", { ...of(periodNo), betsRoot: HASH, ...sums });
const draw = (periodNo: string) =>
  entry("draw", { ...of(periodNo), round: 1, signature: "00".repeat(48), numbers: [1, 2, 3] });
const settled = (periodNo: string, sums: object = {}) =>
  entry("settled", { ...of(periodNo), payoutsRoot: HASH, ...sums });
const odds = (version: number, from: number) => entry("odds", { version, hash: HASH, from });

function read(...entries: readonly string[]): LogSums {
  const log = new LogSums();
  for (const each of entries) log.add(each);
  return log;
}

describe("a hand-made log", () => {
  const STAKED = { orders: 8, stake: "100.00" };
  const log = read(
    odds(1, 0),
    // Drawn: 10.00 were cancelled, and 81.00 of the other 90.00 paid.
    period("202611300001"),
    close("202611300001", STAKED),
    draw("202611300001"),
    settled("202611300001", { payout: "81.00", refund: "10.00" }),
    // Of a few players.
    period("202611300002"),
    close("202611300002"),
    draw("202611300002"),
    settled("202611300002"),
    // Void, everything goes back.
    period("202611300003"),
    close("202611300003", STAKED),
    settled("202611300003", { payout: "0.00", refund: "100.00" }),
    // Drawn and not settled.
    period("202611300004"),
    close("202611300004", STAKED),
    draw("202611300004"),
    // A second one of a type does not count, and what is no entry is passed over.
    settled("202611300001", { payout: "0.00", refund: "0.00" }),
    "{}",
    // Not closed.
    period("202611300005"),
  );

  test("has the sums of the periods that were drawn and state them", () => {
    expect(
      log.periods().map(({ periodNo, state, sums, odds: versions }) => [periodNo, state, sums, versions]),
    ).toEqual([
      ["202611300001", "counted", { stake: 10_000, refund: 1_000, paid: 8_100 }, [1]],
      ["202611300002", "unstated", null, [1]],
      ["202611300003", "void", null, [1]],
      ["202611300004", "open", null, [1]],
    ]);
  });

  test("gives the return of what was not refunded; nothing else bends it", () => {
    const [report, ...others] = returnReport(log.periods(), () => EXACT);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      game: "K3",
      counted: 1,
      unstated: 1,
      voided: 1,
      open: 1,
      unknownOdds: 0,
      stake: 10_000,
      refund: 1_000,
      paid: 8_100,
      measured: 0.9,
      exact: EXACT,
      judged: null,
      impossible: [],
    });
  });

  test("of unknown odds counts nothing", () => {
    const [report] = returnReport(log.periods(), () => null);
    expect(report).toMatchObject({ counted: 0, unknownOdds: 1, measured: null, band: null, exact: null });
    const [part] = read(close("202611300001", STAKED), draw("202611300001")).periods();
    expect(part?.odds).toBeNull();
    expect(read(odds(3, 0), close("202611300001", STAKED)).periods(() => 3)[0]?.odds).toEqual([3]);
  });
});

test("a period has the odds of its announcement, and those that came into force during its sale", () => {
  const log = read(
    odds(1, 0),
    odds(2, 10),
    odds(3, 900),
    odds(4, 1_000),
    period("202611300001", 2),
    close("202611300001"),
  );
  expect(log.periods()[0]?.odds).toEqual([2, 3]);
  const returns = new Map([
    [2, EXACT],
    [3, { low: 0.8, high: 0.92, mostOdds: 9, leastOdds: 2 }],
  ]);
  expect(exactOfAll([2, 3], (version) => returns.get(version) ?? null)).toEqual({
    low: 0.8,
    high: 0.95,
    mostOdds: 9,
    leastOdds: 1.9,
  });
  expect(exactOfAll([2, 4], (version) => returns.get(version) ?? null)).toBeNull();
  expect(exactOfAll([], () => EXACT)).toBeNull();
});

test("sums that no bets have are found", () => {
  expect(arePossible({ stake: 100, refund: 50, paid: 100 }, EXACT)).toBe(true);
  expect(arePossible({ stake: 100, refund: 50, paid: 101 }, EXACT)).toBe(false);
  expect(arePossible({ stake: 100, refund: 101, paid: 0 }, EXACT)).toBe(false);
  const log = read(
    odds(1, 0),
    period("202611300001"),
    close("202611300001", { orders: 9, stake: "1.00" }),
    draw("202611300001"),
    settled("202611300001", { payout: "2.01", refund: "0.00" }),
  );
  expect(returnReport(log.periods(), () => EXACT)[0]?.impossible).toEqual(["202611300001"]);
});

describe("fortunes", () => {
  test("win by what the house keeps too much, and lose by what it pays", () => {
    const how = { share: 0.9, most: 2, scale: 100 };
    const [won] = betOnLow(lowFortunes(), { stake: 100, played: 100, paid: 0 }, how);
    expect(Math.exp(won ?? 0)).toBeCloseTo(1 + 90 / 200, 12);
    const [lost, half] = betOnLow(lowFortunes(), { stake: 100, played: 0, paid: 200 }, how);
    expect(lost).toBe(-1e6);
    expect(Math.exp(half ?? 0)).toBeCloseTo(0.5, 12);
    const [high] = betOnHigh(
      highFortunes(),
      { stake: 100, played: 100, paid: 270 },
      { share: 0.9, scale: 100 },
    );
    expect(Math.exp(high ?? 0)).toBeCloseTo(1 + 180 / 90, 12);
  });

  test("are fair for a house that returns what it says: exactly, over all outcomes of two bets", () => {
    // A bet at odds of 2 that wins with 0.45, twice: four outcomes.
    const outcomes = [
      { paid: 200, chance: 0.45 },
      { paid: 0, chance: 0.55 },
    ];
    let [low, high] = [0, 0];
    for (const first of outcomes)
      for (const second of outcomes) {
        let [less, more] = [lowFortunes(), highFortunes()];
        for (const { paid } of [first, second]) {
          const played = { stake: 100, played: 100, paid };
          less = betOnLow(less, played, { share: 0.9, most: 2, scale: 100 });
          more = betOnHigh(more, played, { share: 0.9, scale: 100 });
        }
        low += first.chance * second.chance * Math.exp(wealth(less));
        high += first.chance * second.chance * Math.exp(wealth(more));
      }
    expect(low).toBeCloseTo(1, 12);
    expect(high).toBeCloseTo(1, 12);
  });

  test("survive JSON, lost ones too", () => {
    const lost = addPeriod(noReturns(), { stake: 100, refund: 0, paid: 200 }, EXACT);
    const count = addPeriod(lost, { stake: 100, refund: 0, paid: 0 }, EXACT);
    expect(JSON.parse(JSON.stringify(count))).toEqual(count);
  });
});

describe("a band", () => {
  const flat = (periods: number, paid: number) =>
    Array.from({ length: periods }, () => ({ stake: 100, played: 100, paid }));

  test("has the measured return in it, and narrows with the periods", () => {
    const [few, many] = [20, 2_000].map((n) => returnBand(flat(n, 90), { most: 2, alpha: 0.01 }));
    expect(few?.low).toBeLessThan(many?.low ?? 0);
    expect(many?.low).toBeLessThan(0.9);
    expect(many?.low).toBeGreaterThan(0.89);
    expect(many?.high).toBeGreaterThan(0.9);
    expect(many?.high).toBeLessThan(0.91);
    expect(few?.high).toBeGreaterThan(many?.high ?? 2);
  });

  test("of nothing is everything", () => {
    expect(returnBand([], { most: 2, alpha: 0.01 })).toEqual({ low: 0, high: 2 });
    expect(returnBand([{ stake: 5, played: 0, paid: 0 }], { most: 2, alpha: 0.01 })).toEqual({
      low: 0,
      high: 2,
    });
    expect(measuredReturn({ stake: 5, refund: 5, paid: 0 })).toBeNull();
  });

  test("is one of many units as of few: only shares count", () => {
    const alike = (unit: number) =>
      returnBand(
        Array.from({ length: 60 }, (_, n) => ({
          stake: 10 * unit,
          played: 9 * unit,
          paid: n % 2 === 0 ? 17 * unit : 0,
        })),
        { most: 2, alpha: 0.01 },
      );
    expect(alike(1_000).low).toBeCloseTo(alike(1).low, 9);
    expect(alike(1_000).high).toBeCloseTo(alike(1).high, 9);
  });
});

test("a house that pays nothing is off as soon as chance cannot explain it", () => {
  let count = noReturns();
  let periods = 0;
  while (judgeReturn(count) !== "low" && periods < 100) {
    count = addPeriod(count, { stake: 100, refund: 0, paid: 0 }, EXACT);
    periods += 1;
  }
  // Each period multiplies the largest bet by 1.45 at most.
  expect(periods).toBe(38);
});
