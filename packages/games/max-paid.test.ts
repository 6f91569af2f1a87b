import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Option } from "./bet.ts";
import { familyOf, GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { drawFor } from "./draw.ts";
import { maxPaid } from "./max-paid.ts";
import { defaultOdds } from "./odds.ts";
import { oddsKeysOf } from "./odds-key.ts";
import { mustRead } from "./testing/prove.ts";
import { everyPick, randomPicks, seededUniform } from "./testing/random-picks.ts";
import { payoutOf, possiblePayout, settle, type OddsTable } from "./settle.ts";

const LUNAR_YEAR = 2026;
// With this amount no odds leave a fraction, so nothing is rounded.
const WHOLE = 10_000n;
// Its draws are not all looked at when ticks are chosen to be slow.
const BOUNDED = "XYP.ZH";

const games = [...new Map(GAMES.map(({ code, family }) => [family, code])).values()];
const options = games.flatMap((game) => optionsOf(game).map((option) => ({ game, option })));

/** Figures that no operator would publish, all of them different. */
function anyOdds(option: Option, seed: number): OddsTable {
  const uniform = seededUniform(seed);
  return Object.fromEntries(oddsKeysOf(option).map(({ key }) => [key, BigInt(10_000 + uniform(2_000_000))]));
}

const tablesOf = (game: GameCode, option: Option, seed: number): readonly OddsTable[] => [
  defaultOdds(game, option),
  anyOdds(option, seed),
];

describe.each(options)("the maximum payout of $option.code", ({ game, option }) => {
  test("is that of its exact range, rounded down once", () => {
    const uniform = seededUniform(7);
    const selections = [everyPick(option), ...Array.from({ length: 25 }, () => randomPicks(option, uniform))];
    for (const [at, groups] of selections.entries()) {
      const picks = mustRead(option, groups);
      for (const odds of tablesOf(game, option, at)) {
        const exact = possiblePayout(option, picks, WHOLE, odds, LUNAR_YEAR).max;
        expect(maxPaid(option, picks, WHOLE, odds, LUNAR_YEAR)).toBe(exact);
        const amount = BigInt(1 + uniform(100_000));
        const above =
          maxPaid(option, picks, amount, odds, LUNAR_YEAR) -
          possiblePayout(option, picks, amount, odds, LUNAR_YEAR).max;
        expect(above >= 0n && above < BigInt(oddsKeysOf(option).length)).toBe(true);
      }
    }
  });

  test("is never below what a draw pays", () => {
    const draw = drawFor(familyOf(game));
    fc.assert(
      fc.property(fc.nat(), fc.bigInt({ min: 1n, max: 5_000_000n }), (seed, amount) => {
        const uniform = seededUniform(seed);
        const picks = mustRead(option, randomPicks(option, uniform));
        const lunarYear = 2025 + uniform(12);
        for (const odds of tablesOf(game, option, seed)) {
          const most = maxPaid(option, picks, amount, odds, lunarYear);
          for (let drawn = 0; drawn < 20; drawn++) {
            const outcome = settle(option, picks, { numbers: draw(uniform), lunarYear });
            expect(payoutOf(outcome, amount, odds) <= most).toBe(true);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

test("the maximum of a worst-case combined plate is never too low and at most slightly too high", () => {
  const option = optionsOf("FFC").find(({ code }) => code === BOUNDED);
  if (option === undefined) throw new Error(BOUNDED);
  // The tie is bet on with digits that cannot tie, the total's sides with digits that are not of them.
  const groups = [
    { code: "dragon-tiger", items: ["tie"] },
    { code: "total", items: ["big", "odd"] },
    { code: "ball1", items: ["0"] },
    { code: "ball5", items: ["1"] },
    ...["first-three", "middle-three", "last-three"].map((code) => ({
      code,
      items: ["mixed", "half-straight"],
    })),
  ];
  const picks = mustRead(option, groups);
  const odds: OddsTable = { ...defaultOdds("FFC", option), mixed: 27_000n, "half-straight": 27_000n };
  const exact = possiblePayout(option, picks, WHOLE, odds).max;
  const most = maxPaid(option, picks, WHOLE, odds);
  const ofTicks = ["tie", "total-big", "total-odd"].reduce((sum, key) => sum + (odds[key] ?? 0n), 0n);
  expect(most >= exact).toBe(true);
  expect(most <= exact + ofTicks).toBe(true);
});
