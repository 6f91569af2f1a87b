import fc from "fast-check";
import { expect, test } from "vitest";
import type { Option, Outcome, PickedGroups } from "../../bet.ts";
import { defaultOdds } from "../../odds.ts";
import { oddsKeysOf } from "../../odds-key.ts";
import { shapeNamed, shown } from "../../testing/digits.ts";
import { mustRead, proveOption, surveyOf, type NaiveBet } from "../../testing/prove.ts";
import { maxPaid } from "../../max-paid.ts";
import { payoutOf, possiblePayout, type OddsTable } from "../../settle.ts";
import { combinedPlate, twoSidedPlate } from "./plate.ts";

const TWO_SIDED = twoSidedPlate("XYP.LMP");
const COMBINED = combinedPlate("XYP.ZH");

const AREAS: Readonly<Record<string, string>> = {
  "first-three": "Q3",
  "middle-three": "Z3",
  "last-three": "H3",
};

function sideOf(side: string, number: number, big: number): boolean {
  if (side === "big") return number >= big;
  if (side === "small") return number < big;
  return number % 2 === (side === "odd" ? 1 : 0);
}

// One tick of the plate as a bet.
function betOn(group: string, item: string): NaiveBet {
  if (group === "total") {
    return {
      key: `total-${item}`,
      wins: (numbers) =>
        sideOf(
          item,
          numbers.reduce((sum, digit) => sum + digit),
          23,
        ),
    };
  }
  if (group === "dragon-tiger") {
    return {
      key: item,
      wins: ([first = 0, , , , last = 0]) =>
        item === (first > last ? "dragon" : first < last ? "tiger" : "tie"),
    };
  }
  const area = AREAS[group];
  if (area !== undefined) return { key: item, wins: (numbers) => shapeNamed(shown(area, numbers)) === item };
  const ballAt = Number(group.slice(-1)) - 1;
  if (/\d/u.test(item)) return { key: "digit", wins: (numbers) => String(numbers[ballAt]) === item };
  return { key: `side/${item}`, wins: (numbers) => sideOf(item, numbers[ballAt] ?? 0, 5) };
}

for (const option of [TWO_SIDED, COMBINED]) {
  proveOption(option, (picked) =>
    Object.entries(picked).flatMap(([group, items]) => items.map((item) => betOn(group, item))),
  );
}

// Many or few ticks, and odds that distinguish every way to win or none.
const SELECTIONS: readonly (readonly [string, Option, (group: string, item: string) => boolean])[] = [
  ["the sides of a total", TWO_SIDED, (group) => group === "total"],
  ["the duel", TWO_SIDED, (group) => group === "dragon-tiger"],
  ["one ball against the total", TWO_SIDED, (group, item) => item === "big" && /total|ball1/u.test(group)],
  ["everything two-sided", TWO_SIDED, () => true],
  ["one shape", COMBINED, (group, item) => group === "middle-three" && item === "straight"],
  ["mixed with all sides and digits", COMBINED, (group, item) => item === "mixed" || !(group in AREAS)],
  ["shapes that exclude each other", COMBINED, (group, item) => group in AREAS && item !== "half-straight"],
  ["small digits with large sides", COMBINED, (_, item) => /^[0-4]$|big|odd|tiger|pair/u.test(item)],
];

const tick = (option: Option, ticked: (group: string, item: string) => boolean): PickedGroups =>
  option.board.groups.map(({ code, items }) => ({ code, items: items.filter((item) => ticked(code, item)) }));

function payoutRange(
  paid: readonly Outcome[],
  betAmount: bigint,
  odds: OddsTable,
): { min: bigint; max: bigint } {
  const winning = paid.filter(({ wins }) => wins.length > 0);
  let [min, max] = [payoutOf(winning[0] ?? { wins: [], refunded: 0 }, betAmount, odds), 0n];
  for (const outcome of winning) {
    const each = payoutOf(outcome, betAmount, odds);
    if (each < min) min = each;
    if (each > max) max = each;
  }
  return { min, max };
}

test.each(SELECTIONS)(
  "the payout range of %s is exact for any odds",
  { timeout: 60_000 },
  (_, option, ticked) => {
    const picks = mustRead(option, tick(option, ticked));
    const outcomes = surveyOf(option, picks).map(({ outcome }) => outcome);
    const keys = oddsKeysOf(option).map(({ key }) => key);
    const figure = fc.oneof(fc.constantFrom(19_500n, 19_600n), fc.bigInt(10_000n, 2_000_000n));
    const tables = fc
      .tuple(...keys.map(() => figure))
      .map((figures) =>
        Object.fromEntries(keys.map((key, at): [string, bigint] => [key, figures[at] ?? 0n])),
      );
    fc.assert(
      fc.property(tables, fc.constantFrom(1n, 7n, 100n, 12_345n, 5_000_000n), (odds, betAmount) => {
        const range = payoutRange(outcomes, betAmount, odds);
        expect(possiblePayout(option, picks, betAmount, odds)).toEqual(range);
        expect(maxPaid(option, picks, betAmount, odds) >= range.max).toBe(true);
      }),
      {
        numRuns: 12,
        examples: [
          [defaultOdds("FFC", option), 12_345n],
          [Object.fromEntries(keys.map((key): [string, bigint] => [key, 19_500n])), 101n],
        ],
      },
    );
  },
);
