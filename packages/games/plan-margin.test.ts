import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Option, Picks } from "./bet.ts";
import { findGame, findOption, GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { compareFractions, fraction, plus, times, ZERO, type Fraction } from "./fraction.ts";
import { checkOdds, defaultOdds } from "./odds.ts";
import { oddsKeysOf } from "./odds-key.ts";
import { excessPercent, overWithPlan, sharePercent } from "./plan-margin.ts";
import { readPicks } from "./picks.ts";
import { forEveryDraw } from "./testing/draws.ts";
import { randomPicks, seededUniform } from "./testing/random-picks.ts";
import { payoutOf, type OddsTable } from "./settle.ts";

const LUNAR_YEAR = 2026;

/** What an account of a ring bets in a draw: one order. */
interface Order {
  readonly option: Option;
  readonly picks: Picks;
  readonly betAmount: bigint;
  readonly odds: OddsTable;
}

/** Games whose distinguishable draws are all enumerated, with their options. */
const PLAYED: readonly { readonly game: GameCode; readonly options: readonly Option[] }[] = [
  { game: "K3", options: optionsOf("K3") },
  { game: "K3", options: optionsOf("K3") },
  { game: "PK10", options: optionsOf("PK10").filter(({ code }) => !/^(?:YZSM|LMP|CQW|CQS)/u.test(code)) },
  {
    game: "FFC",
    options: ["YX.DWD", "XYP.LMP", "LHD.LHH", "QR.ZX", "HS.Z3", "DXDS.ZH"].map((code) => known("FFC", code)),
  },
  // The options that look at the special ball alone: 49 draws.
  {
    game: "LHC",
    options: ["TM.LM", "TM.TMA", "TM.SB", "TM.FW"].flatMap((code) => findOption("LHC", code) ?? []),
  },
];

function known(game: GameCode, code: string): Option {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no ${code}`);
  return option;
}

function forDraws(
  { option, picks }: Order,
  visit: (numbers: readonly number[], weight: number) => void,
): void {
  if (option.family !== "mark-six") return forEveryDraw(option, picks, visit);
  for (let ball = 1; ball <= 49; ball++) {
    const regular = Array.from({ length: 49 }, (_, at) => at + 1).filter((each) => each !== ball);
    visit([...regular.slice(0, 6), ball], 1);
  }
}

/** Expected return of an order: payouts, refunds, and all rates of a plan on the rest of the stake. */
function expectedOf(order: Order, plan: Fraction): { readonly stake: bigint; readonly back: Fraction } {
  const { option, picks, betAmount, odds } = order;
  const stake = betAmount * BigInt(option.count(picks));
  let [paid, refunded, draws] = [0n, 0n, 0n];
  forDraws(order, (numbers, weight) => {
    draws += BigInt(weight);
    const outcome = option.settle(picks, { numbers, lunarYear: LUNAR_YEAR });
    if (outcome.wins.length === 0 && outcome.refunded === 0) return;
    paid += payoutOf(outcome, betAmount, odds) * BigInt(weight);
    refunded += betAmount * BigInt(outcome.refunded) * BigInt(weight);
  });
  const turnover = fraction(stake * draws - refunded, draws);
  // Whatever the tree: no account of the ring gets a rate twice on one stake.
  return { stake, back: plus(fraction(paid + refunded, draws), times(turnover, plan)) };
}

/** Odds as a desk might type them: the defaults raised or lowered by hundredths of a percent. */
function typedOdds(game: GameCode, option: Option, hundredths: number): OddsTable {
  return Object.fromEntries(
    Object.entries(defaultOdds(game, option)).map(([key, figure]) => [
      key,
      (figure * BigInt(10_000 + hundredths)) / 10_000n,
    ]),
  );
}

/** A ring: orders of its accounts, most of them on all that the others leave. */
const rings = fc
  .record({
    at: fc.nat(PLAYED.length - 1),
    seed: fc.nat(),
    accounts: fc.integer({ min: 2, max: 5 }),
    raised: fc.array(fc.integer({ min: -300, max: 400 }), { minLength: 5, maxLength: 5 }),
    stakes: fc.array(fc.bigInt({ min: 1n, max: 50_000_00n }), { minLength: 5, maxLength: 5 }),
    rates: fc.array(fc.nat(130), { minLength: 1, maxLength: 6 }),
  })
  .map(({ at, seed, accounts, raised, stakes, rates }) => {
    const { game, options } = PLAYED[at] ?? PLAYED[0] ?? { game: "K3" as const, options: [] };
    const uniform = seededUniform(seed);
    const covering = uniform(2) === 0;
    const first = options[uniform(options.length)];
    const orders = Array.from({ length: accounts }, (_, account): Order | undefined => {
      const option = covering ? first : options[uniform(options.length)];
      if (option === undefined) return undefined;
      const read = readPicks(
        option,
        covering ? shareOfBoard(option, account, accounts) : randomPicks(option, uniform),
      );
      if (!read.ok) return undefined;
      const odds = typedOdds(game, option, raised[covering ? 0 : account] ?? 0);
      return { option, picks: read.picks, betAmount: stakes[covering ? 0 : account] ?? 1n, odds };
    });
    return {
      game,
      orders: orders.filter((order) => order !== undefined),
      planSum: Math.min(
        500,
        rates.reduce((sum, rate) => sum + rate, 0),
      ),
    };
  });

/** Every n-th item of every group: the accounts of a ring cover the whole board together. */
function shareOfBoard({ board }: Option, account: number, accounts: number) {
  return board.groups.map(({ code, items }) => ({
    code,
    items: items.filter((_, at) => at % accounts === account),
  }));
}

type Ring = typeof rings extends fc.Arbitrary<infer Made> ? Made : never;

/** Whether the desk accepts these odds with this plan. */
function accepted({ orders, planSum }: Ring): boolean {
  const plan = fraction(planSum, 10_000);
  return orders.every(
    ({ option, odds }) =>
      checkOdds(option, odds) === undefined && overWithPlan(option, odds, plan) === undefined,
  );
}

/** Expected profit of a ring. */
function gainOf({ orders, planSum }: Ring): Fraction {
  const plan = fraction(planSum, 10_000);
  return orders
    .map((order) => expectedOf(order, plan))
    .reduce((sum, { stake, back }) => plus(sum, plus(back, fraction(-stake))), ZERO);
}

describe("a ring", () => {
  test("never profits, with odds and plans that are accepted together", () => {
    let held = 0;
    fc.assert(
      fc.property(rings, (ring) => {
        fc.pre(ring.orders.length > 0 && accepted(ring));
        held += 1;
        expect(compareFractions(gainOf(ring), ZERO)).toBeLessThan(0);
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
    expect(held).toBe(60);
  }, 120_000);

  test("returns more if they are checked separately, so the joint check is needed", () => {
    const gains = fc
      .sample(rings, { numRuns: 400, seed: 20_261_122 })
      .filter((ring) => ring.game === "K3" && ring.orders.length > 0 && !accepted(ring))
      .filter(({ orders }) => orders.every(({ option, odds }) => checkOdds(option, odds) === undefined))
      .map(gainOf);
    expect(gains.some((gain) => compareFractions(gain, ZERO) > 0)).toBe(true);
  }, 60_000);
});

test("every default leaves room for a plan of 2.46 %, and the highest for no more", () => {
  const over = (hundredths: number): string[] =>
    GAMES.flatMap(({ code }) =>
      optionsOf(code)
        .filter(
          (option) =>
            overWithPlan(option, defaultOdds(code, option), fraction(hundredths, 10_000)) !== undefined,
        )
        .map((option) => `${code} ${option.code}`),
    );
  expect(over(246)).toEqual([]);
  expect(over(247)).toEqual(["LHC LM.SZE", "LHC LM.EZT"].filter((name) => over(247).includes(name)));
  expect(over(247)).not.toEqual([]);
});

test("an excess is shown as the minimum to reduce, and never as zero", () => {
  const option = known("K3", "ETHDX.ETHDX");
  const [line] = oddsKeysOf(option);
  expect(line?.p).toEqual(fraction(3, 216));
  // 71.28 returns 99.00 %.
  const over = overWithPlan(option, { hit: 712_800n }, fraction(100, 10_000));
  expect([sharePercent(over?.share ?? ZERO), excessPercent(over?.excess ?? ZERO)]).toEqual(["99.00", "0.01"]);
  expect(overWithPlan(option, { hit: 712_800n }, fraction(99, 10_000))).toBeUndefined();
  expect(excessPercent(overWithPlan(option, { hit: 712_800n }, fraction(350, 10_000))?.excess ?? ZERO)).toBe(
    "2.51",
  );
  expect(findGame("K3")?.family).toBe("dice");
});
