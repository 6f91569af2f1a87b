import { parseMoney, type Money } from "@lotus/money";
import { describe, expect, test } from "vitest";
import type { Family, PickedGroups } from "../bet.ts";
import { findOption, type GameCode } from "../catalog.ts";
import { fraction, minus, plus, times, ZERO, type Fraction } from "../fraction.ts";
import { defaultOdds } from "../odds.ts";
import { readPicks } from "../picks.ts";
import { payoutOf, type OddsTable } from "../settle.ts";
import { everyDraw } from "../testing/draws.ts";
import { drawChance, type DrawChance } from "./draw-chance.ts";
import { linesReturn, type CostedLine } from "./lines-return.ts";
import { allLostRange, planChance, power, ratioNumber, type ChasePlan, type Ratio } from "./plan-chance.ts";

const YEAR = 2026;
const UNIT: Money = 1_00n;

/** A line at 1.00 a bet, with the default odds or others. */
function line(game: GameCode, code: string, groups: PickedGroups, odds?: OddsTable): CostedLine {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no ${code}`);
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${code}: ${JSON.stringify(read.reason)}`);
  const { picks } = read;
  return {
    option,
    picks,
    odds: odds ?? defaultOdds(game, option),
    cost: UNIT * BigInt(option.count(picks)),
  };
}

function done<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { value, done: over } = steps.next();
    if (over === true) return value;
  }
}

const chanceOf = (family: Family, lines: readonly CostedLine[]): DrawChance =>
  done(drawChance(family, lines, YEAR));
const costOf = (lines: readonly CostedLine[]): Money => lines.reduce((sum, { cost }) => sum + cost, 0n);

/** What a draw does to the lines at the multiple 1: how many of the draws pay and refund so much. */
interface Outcome {
  readonly paid: Money;
  readonly back: Money;
  readonly draws: number;
}

function outcomesOf(draws: readonly (readonly number[])[], lines: readonly CostedLine[]): Outcome[] {
  const found = new Map<string, Outcome>();
  for (const numbers of draws) {
    let [paid, back] = [0n, 0n];
    for (const { option, picks, odds } of lines) {
      const outcome = option.settle(picks, { numbers, lunarYear: YEAR });
      const own = payoutOf(outcome, UNIT, odds);
      paid += own;
      back += own + UNIT * BigInt(outcome.refunded);
    }
    const key = `${String(paid)} ${String(back)}`;
    const before = found.get(key)?.draws ?? 0;
    found.set(key, { paid, back, draws: before + 1 });
  }
  return [...found.values()];
}

/** What every sequence of draws makes of a plan, by the rules of the server. */
function enumerated(outcomes: readonly Outcome[], plan: ChasePlan) {
  const all = outcomes.reduce((sum, { draws }) => sum + draws, 0);
  const sums = { allLost: ZERO, wins: ZERO, loss: ZERO };
  const lastOf = plan.multiples.length;
  const visit = (at: number, share: Fraction, staked: Money, back: Money): void => {
    const end = (): void => {
      if (back === 0n) sums.allLost = plus(sums.allLost, share);
      sums.loss = plus(sums.loss, times(share, fraction(staked - back)));
    };
    if (at === lastOf) return end();
    const multiple = BigInt(plan.multiples[at] ?? 0);
    for (const outcome of outcomes) {
      const own = times(share, fraction(outcome.draws, all));
      const [placed, got] = [staked + plan.unit * multiple, back + outcome.back * multiple];
      const won = plan.stopOnWin && outcome.paid > 0n;
      const over =
        won ||
        (plan.stopProfit !== undefined && got - placed >= plan.stopProfit) ||
        (plan.stopLoss !== undefined && placed - got >= plan.stopLoss);
      if (won && at < lastOf - 1) sums.wins = plus(sums.wins, own);
      visit(over ? lastOf : at + 1, own, placed, got);
    }
  };
  visit(0, fraction(1), 0n, 0n);
  return sums;
}

const asFraction = ({ num, den }: Ratio): Fraction => fraction(num, den);
const money = (text: string): Money => {
  const read = parseMoney(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

const DICE = everyDraw("dice");
const big = line("K3", "HZ.HZ", [{ code: "side", items: ["big"] }]);
const PLANS: readonly Omit<ChasePlan, "unit">[] = [
  { multiples: [1, 1, 1], stopOnWin: true },
  { multiples: [1, 2, 5], stopOnWin: true },
  { multiples: [3, 1, 2], stopOnWin: false },
  { multiples: [1, 1, 1], stopOnWin: true, stopLoss: money("2.00") },
  { multiples: [2, 1, 4], stopOnWin: true, stopLoss: money("2.50"), stopProfit: money("1.00") },
  { multiples: [1, 1, 1], stopOnWin: false, stopLoss: money("2.00") },
  { multiples: [1, 3, 1], stopOnWin: false, stopProfit: money("1.00") },
  { multiples: [1, 3, 1], stopOnWin: false, stopProfit: money("1.00"), stopLoss: money("3.00") },
];

/** The chances of a plan beside those of every sequence of draws. */
function compare(
  outcomes: readonly Outcome[],
  plan: ChasePlan,
  chance: DrawChance,
  lines: readonly CostedLine[],
) {
  const found = planChance(plan, chance, linesReturn(lines, YEAR));
  const real = enumerated(outcomes, plan);
  expect(asFraction(found.allLost.chance)).toEqual(real.allLost);
  if (found.winStops !== null) {
    const stops = asFraction(found.winStops.chance);
    if (found.winStops.exact) expect(stops).toEqual(real.wins);
    else expect(minus(real.wins, stops).num).toBeGreaterThanOrEqual(0n);
  }
  const loss = asFraction(found.meanLoss.loss);
  if (found.meanLoss.exact) expect(loss).toEqual(real.loss);
  else expect(minus(loss, real.loss).num).toBeGreaterThanOrEqual(0n);
  return found;
}

describe("the chances of a plan", () => {
  const sets: readonly [string, readonly CostedLine[]][] = [
    ["one side of dice", [big]],
    ["two lines that overlap", [big, line("K3", "HZ.HZ", [{ code: "sum", items: ["11", "17"] }])]],
    [
      "a double and a triple",
      [
        line("K3", "ETHFX.ETHFX", [{ code: "numbers", items: ["11", "22"] }]),
        line("K3", "STHTX.STHTX", [{ code: "all", items: ["all"] }]),
      ],
    ],
  ];
  test.each(sets)("equal those of every sequence of three throws: %s", (_name, lines) => {
    const chance = chanceOf("dice", lines);
    expect(chance.nothing.exact).toBe(true);
    for (const plan of PLANS)
      compare(outcomesOf(DICE, lines), { ...plan, unit: costOf(lines) }, chance, lines);
  });

  test("equal those of every sequence of five digits", () => {
    const lines = [
      line("FFC", "YX.DWD", [{ code: "place5", items: ["7"] }]),
      line("FFC", "LHD.LHH", [{ code: "1v2", items: ["dragon"] }]),
    ];
    const chance = chanceOf("five-digits", lines);
    const outcomes = outcomesOf(everyDraw("five-digits"), lines);
    for (const plan of PLANS) compare(outcomes, { ...plan, unit: costOf(lines) }, chance, lines);
  });

  test("tell a refund from a loss, and never state less than the real loss", () => {
    // Ball 49 refunds a side of the special ball.
    const lines = [line("LHC", "TM.LM", [{ code: "side", items: ["big"] }])];
    const special = Array.from({ length: 49 }, (_, at) => [...others(at + 1), at + 1]);
    const chance = chanceOf("mark-six", lines);
    expect([chance.nothing.p, chance.noPayout.p]).toEqual([fraction(24, 49), fraction(25, 49)]);
    const exact = PLANS.map(
      (plan) =>
        compare(outcomesOf(special, lines), { ...plan, unit: costOf(lines) }, chance, lines).meanLoss.exact,
    );
    // The stop at a loss depends on refunds then.
    expect(exact).toEqual([true, true, true, false, false, false, false, false]);
  });

  test("a losing run ends at the stop at a loss, with what is lost by then", () => {
    const plan = { unit: UNIT, multiples: [1, 2, 5, 1], stopOnWin: true, stopLoss: money("3.00") };
    const { allLost, total } = planChance(plan, chanceOf("dice", [big]), linesReturn([big]));
    expect([allLost.draws, allLost.lost, total]).toEqual([2, money("3.00"), money("9.00")]);
  });

  test("of the longest plan are computed between two frames", () => {
    const multiples = Array.from({ length: 1_440 }, (_, at) => 1 + (at % 1_000));
    const lines = [line("FFC", "WX.Z120", [{ code: "numbers", items: ["1", "2", "3", "4", "5"] }])];
    const chance = chanceOf("five-digits", lines);
    const compute = (): number[] => {
      const found = planChance({ unit: UNIT, multiples, stopOnWin: true }, chance, linesReturn(lines));
      return [found.allLost.chance, found.meanLoss.loss].map(ratioNumber);
    };
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      compute();
      return performance.now() - began;
    });
    // Other work on the machine delays the shortest least.
    expect(Math.min(...times)).toBeLessThan(100);
    const shown = compute();
    expect(shown[0]).toBeCloseTo((1 - 120 / 100_000) ** 1_440, 9);
    expect(shown[1]).toBeGreaterThan(0);
  });
});

describe("the return of lines", () => {
  test("is that of each picked item, where items are bets of their own", () => {
    const sums = line("PK10", "GYH.GYH", [{ code: "top-two-sum", items: ["3", "11"] }]);
    const one = (item: string) =>
      linesReturn([line("PK10", "GYH.GYH", [{ code: "top-two-sum", items: [item] }])]);
    const [three, eleven] = [one("3"), one("11")];
    const both = linesReturn([sums]);
    expect([three.exact, eleven.exact, both.exact]).toEqual([true, true, true]);
    expect(both.share).toEqual(times(plus(three.share, eleven.share), fraction(1, 2)));
  });

  test("counts the least of its kinds where bets differ, and says so", () => {
    const link = line("LHC", "WS.LW2", [{ code: "tail", items: ["0", "1", "2"] }]);
    expect(linesReturn([link], YEAR).exact).toBe(false);
  });
});

test("a sample says how exact it is", () => {
  const lines = [line("LHC", "ZM.ZMA", [{ code: "numbers", items: ["1", "2", "3", "4"] }])];
  const { nothing } = chanceOf("mark-six", lines);
  expect([nothing.exact, nothing.draws]).toEqual([false, 40_000]);
  const none = [0, 1, 2, 3].reduce((share, at) => (share * (43 - at)) / (49 - at), 1);
  const [least, most] = allLostRange(nothing, 5);
  expect(least).toBeLessThan(none ** 5);
  expect(most).toBeGreaterThan(none ** 5);
  expect(most - least).toBeLessThan(0.1);
});

test("a ratio of any size has a number", () => {
  expect(ratioNumber(power(fraction(1, 2), 3))).toBe(0.125);
  expect(ratioNumber(power(fraction(9, 10), 1_440))).toBeCloseTo(0.9 ** 1_440, 70);
  expect(ratioNumber(power(fraction(1, 100_000), 1_440))).toBe(0);
});

/** Six regular balls beside a special one. */
function others(special: number): number[] {
  return Array.from({ length: 49 }, (_, at) => at + 1)
    .filter((ball) => ball !== special)
    .slice(0, 6);
}
