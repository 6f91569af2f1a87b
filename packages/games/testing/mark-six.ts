import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Option, PickedGroups, Picks } from "../bet.ts";
import { formatFraction, fraction, times, type Fraction } from "../fraction.ts";
import { zodiacOf } from "../mark-six/ball.ts";
import { maxPaid } from "../max-paid.ts";
import { oddsKeysOf } from "../odds-key.ts";
import { canonicalKey, readPicks } from "../picks.ts";
import { payoutOf, possiblePayout } from "../settle.ts";
import { BALLS, type ViewContext, type View } from "./mark-six-views.ts";
import { byGroup, mustRead, proveDeclaration, winsByKey } from "./prove.ts";
import { groupsOf, specOf } from "./spec.ts";

/** One bet of an expanded selection: what it may win, and what a draw of the year makes of it. */
export interface MarkSixBet {
  /** The odds keys it may win, each in other draws. */
  readonly keys: readonly string[];
  /** The odds key it wins, or that it loses or is refunded. */
  readonly verdict: (numbers: readonly number[]) => string;
}

/** The verdict on a bet that wins nothing. */
export const LOSES = "loses";
/** The verdict on a bet whose stake comes back. */
export const REFUNDED = "refunded";

/** An option said over again in the plainest way: a selection expanded into single bets. */
export type ExpandMarkSix = (
  picked: Readonly<Record<string, readonly string[]>>,
  lunarYear: number,
) => readonly MarkSixBet[];

/** A bet with one way to win: its odds key, when it wins, and when its stake comes back instead. */
export function betOn(
  key: string,
  wins: (numbers: readonly number[]) => boolean,
  refunds: (numbers: readonly number[]) => boolean = () => false,
): MarkSixBet {
  return {
    keys: [key],
    verdict: (numbers) => (refunds(numbers) ? REFUNDED : wins(numbers) ? key : LOSES),
  };
}

// Expanding a selection with more bets takes too long to be done many times.
const BETS_TO_EXPAND = 600;
const MAX_TO_EXPAND = 3_000;
const RUNS = 60;

const itemsOf = (groups: PickedGroups): ReadonlySet<string> => new Set(groups.flatMap(({ items }) => items));
const contextOf = (groups: PickedGroups, lunarYear: number): ViewContext => ({
  picked: itemsOf(groups),
  lunarYear,
});

const everything = (option: Option): PickedGroups =>
  option.board.groups.map(({ code, items, max }) => ({ code, items: items.slice(0, max) }));

// The most items of a group to pick at random: few enough that the selection can be expanded.
function maxToPick(option: Option, at: number): number {
  const { groups } = option.board;
  const group = groups[at];
  if (group === undefined) return 0;
  if (groups.length > 1) return group.max;
  for (let size = group.max; size > group.min; size--) {
    const read = readPicks(option, [{ code: group.code, items: group.items.slice(0, size) }]);
    if (read.ok && option.count(read.picks) <= BETS_TO_EXPAND) return size;
  }
  return group.min;
}

function selections(option: Option): fc.Arbitrary<PickedGroups> {
  const { groups, minTotal = 1 } = option.board;
  return fc
    .tuple(
      ...groups.map(({ code, items, min }, at) =>
        fc
          .shuffledSubarray([...items], { minLength: min, maxLength: maxToPick(option, at) })
          .map((some) => ({ code, items: some })),
      ),
    )
    .filter((picked) => picked.reduce((total, { items }) => total + items.length, 0) >= minTotal);
}

const orders = fc.shuffledSubarray([...BALLS], { minLength: 49, maxLength: 49 });
const draws = orders.map((order) => order.slice(0, 7));
const lunarYears = fc.integer({ min: 2025, max: 2030 });

// Years that an option can tell apart: one whose animal is picked and one whose is not; for bets on kinds of
// animals each year of the round.
function yearsToTell(groups: PickedGroups): readonly number[] {
  const picked = itemsOf(groups);
  const years = Array.from({ length: 12 }, (_, at) => 2025 + at);
  if (picked.has("domestic") || picked.has("wild")) return years;
  const isPicked = (year: number): boolean => picked.has(zodiacOf(1, year));
  return [years.find(isPicked), years.find((year) => !isPicked(year))].filter((year) => year !== undefined);
}

interface Expected {
  readonly count: (key: string) => number;
  readonly refundable: Fraction;
}

// What a selection should win and have refunded in the long run, from its bets one by one. Too many bets to
// expand are those of an option whose bets are all alike: then each of them may win every key.
function expectedOf(option: Option, groups: PickedGroups, expand: ExpandMarkSix, year: number): Expected {
  const count = option.count(mustRead(option, groups));
  const refunds = new Map(oddsKeysOf(option).map(({ key, refund }) => [key, refund]));
  if (count > MAX_TO_EXPAND) {
    expect(oddsKeysOf(option).every((line) => line.class === undefined && line.refund === undefined)).toBe(
      true,
    );
    return { count: () => count, refundable: fraction(0) };
  }
  const bets = expand(byGroup(option, groups), year);
  expect(bets.length).toBe(count);
  let refundable = fraction(0);
  for (const { keys } of bets) {
    const [key = ""] = keys;
    const back = refunds.get(key) ?? fraction(0);
    refundable = fraction(refundable.num * back.den + back.num * refundable.den, refundable.den * back.den);
  }
  return { count: (key) => bets.filter(({ keys }) => keys.includes(key)).length, refundable };
}

// Over all draws a selection must win, by key, exactly bets × p, and have back exactly bets × refund.
function expectExactChances(option: Option, groups: PickedGroups, expand: ExpandMarkSix, view: View): void {
  const picks = mustRead(option, groups);
  for (const lunarYear of yearsToTell(groups)) {
    const won: Record<string, bigint> = {};
    let [all, back] = [0n, 0n];
    for (const { numbers, weight } of view.draws(contextOf(groups, lunarYear))) {
      const outcome = option.settle(picks, { numbers, lunarYear });
      all += weight;
      back += weight * BigInt(outcome.refunded);
      for (const [key, count] of Object.entries(winsByKey(outcome))) {
        won[key] = (won[key] ?? 0n) + weight * BigInt(count);
      }
    }
    const { count, refundable } = expectedOf(option, groups, expand, lunarYear);
    const expected: Record<string, string> = {};
    for (const { key, p } of oddsKeysOf(option)) {
      if (count(key) > 0) expected[key] = formatFraction(times(p, fraction(count(key))));
    }
    const got = Object.entries(won).map(([key, sum]) => [key, formatFraction(fraction(sum, all))]);
    expect(Object.fromEntries(got)).toEqual(expected);
    expect(formatFraction(fraction(back, all))).toBe(formatFraction(refundable));
  }
}

const STAKE = 123n;

function paidOver(
  option: Option,
  picks: Picks,
  results: readonly { numbers: readonly number[]; lunarYear: number }[],
): { readonly odds: Record<string, bigint>; readonly min: bigint; readonly max: bigint } {
  // Figures that are all different, so that no two ways to win are mistaken for each other.
  const odds = Object.fromEntries(
    oddsKeysOf(option).map(({ key }, at) => [key, 19_800n + 7_301n * BigInt(at)]),
  );
  let [min, max]: [bigint | undefined, bigint] = [undefined, 0n];
  for (const result of results) {
    const outcome = option.settle(picks, result);
    if (outcome.wins.length === 0) continue;
    const paid = payoutOf(outcome, STAKE, odds);
    if (min === undefined || paid < min) min = paid;
    if (paid > max) max = paid;
  }
  return { odds, min: min ?? 0n, max };
}

function expectPayouts(option: Option, groups: PickedGroups, { view, bounds }: Proof): void {
  const picks = mustRead(option, groups);
  const isExact = bounds !== "loose" && view.isWhole(groups.filter(({ items }) => items.length > 0).length);
  const expectBounds = (
    results: readonly { numbers: readonly number[]; lunarYear: number }[],
    year?: number,
  ) => {
    const { odds, min, max } = paidOver(option, picks, results);
    const possible = possiblePayout(option, picks, STAKE, odds, year);
    if (isExact) expect(possible).toEqual({ min, max });
    expect(possible.min <= min).toBe(true);
    expect(possible.max >= max).toBe(true);
    expect(maxPaid(option, picks, STAKE, odds, year) >= max).toBe(true);
  };
  const byYear = yearsToTell(groups).map((lunarYear) =>
    view.draws(contextOf(groups, lunarYear)).map(({ numbers }) => ({ numbers, lunarYear })),
  );
  for (const results of byYear) expectBounds(results, results[0]?.lunarYear);
  expectBounds(byYear.flat());
}

function proveChances(option: Option, expand: ExpandMarkSix, proof: Proof): void {
  const { examples } = specOf(option.code, option.family);
  const written = [...examples.map(({ picks }) => groupsOf(picks)), everything(option)];
  test("wins and is refunded as often as its chances say, over all draws", () => {
    for (const groups of written) expectExactChances(option, groups, expand, proof.view);
    fc.assert(
      fc.property(selections(option), (groups) => {
        expectExactChances(option, groups, expand, proof.view);
      }),
      { numRuns: 4 },
    );
  });
  test("knows the least and the most it can pay", () => {
    for (const groups of written) expectPayouts(option, groups, proof);
    fc.assert(
      fc.property(selections(option), (groups) => {
        expectPayouts(option, groups, proof);
      }),
      { numRuns: 4 },
    );
    fc.assert(
      fc.property(selections(option), draws, lunarYears, (groups, numbers, lunarYear) => {
        const picks = mustRead(option, groups);
        const { odds, min, max } = paidOver(option, picks, [{ numbers, lunarYear }]);
        const possible = possiblePayout(option, picks, STAKE, odds);
        expect(possible.max >= max).toBe(true);
        expect(maxPaid(option, picks, STAKE, odds, lunarYear) >= max).toBe(true);
        if (max > 0n) expect(possible.min <= min).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
  test("cannot tell apart the draws that were weighed together", () => {
    fc.assert(
      fc.property(
        selections(option),
        draws,
        orders,
        lunarYears,
        fc.nat(),
        (picked, numbers, order, year, at) => {
          const filled = option.board.groups.flatMap(({ code }, group) => {
            const items = picked.find((each) => each.code === code)?.items ?? [];
            return items.length > 0 ? [{ group, picked: { code, items } }] : [];
          });
          const one = filled[at % filled.length];
          if (one === undefined) throw new Error("nothing is picked");
          const picks = mustRead(option, [one.picked]);
          const kin = proof.view.kin(numbers, order, contextOf([one.picked], year), one.group);
          expect(new Set(kin).size).toBe(7);
          expect(option.settle(picks, { numbers: kin, lunarYear: year })).toEqual(
            option.settle(picks, { numbers, lunarYear: year }),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });
}

function proveAgainstExpansion(option: Option, expand: ExpandMarkSix): void {
  test("counts and settles any selection as its bets one by one, in any lunar year", () => {
    const some = fc.array(fc.tuple(draws, lunarYears), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(selections(option), some, (groups, drawn) => {
        const picks = mustRead(option, groups);
        for (const [numbers, lunarYear] of drawn) {
          const bets = expand(byGroup(option, groups), lunarYear);
          expect(option.count(picks)).toBe(bets.length);
          const verdicts = bets.map((bet) => bet.verdict(numbers));
          const won = Map.groupBy(
            verdicts.filter((verdict) => verdict !== LOSES && verdict !== REFUNDED),
            (key) => key,
          );
          const outcome = option.settle(picks, { numbers, lunarYear });
          expect(winsByKey(outcome)).toEqual(
            Object.fromEntries([...won].map(([key, { length }]) => [key, length])),
          );
          expect(outcome.refunded).toBe(verdicts.filter((verdict) => verdict === REFUNDED).length);
        }
      }),
      { numRuns: RUNS },
    );
  });
}

function proveReading(option: Option): void {
  test("takes the items of a selection in any order", () => {
    fc.assert(
      fc.property(selections(option), (groups) => {
        const turned = groups.toReversed().map(({ code, items }) => ({ code, items: items.toReversed() }));
        const [picks, again] = [mustRead(option, groups), mustRead(option, turned)];
        expect(again).toEqual(picks);
        expect(canonicalKey(option, again)).toBe(canonicalKey(option, picks));
      }),
      { numRuns: 20 },
    );
  });
  test("refuses what is no selection, and says why", () => {
    const full = everything(option);
    const reasonOf = (groups: PickedGroups): string => {
      const read = readPicks(option, groups);
      return read.ok ? "none" : read.reason.reason;
    };
    expect(reasonOf([])).toBe("too-few");
    expect(reasonOf([...full, { code: "nowhere", items: [] }])).toBe("unknown-group");
    for (const [at, { code, items, min, max }] of option.board.groups.entries()) {
      const instead = (picked: readonly string[]): PickedGroups => full.with(at, { code, items: picked });
      expect(reasonOf([...full, { code, items: [] }])).toBe("repeated-group");
      expect(reasonOf(instead(["nothing"]))).toBe("unknown-item");
      const [first = ""] = items;
      expect(reasonOf(instead([first, first]))).toBe("duplicate");
      if (min > 0) expect(reasonOf(instead(items.slice(0, min - 1)))).toBe("too-few");
      if (max < items.length) expect(reasonOf(instead(items.slice(0, max + 1)))).toBe("too-many");
    }
  });
}

/** How an option of Mark Six is proved. */
export interface Proof {
  /** What the option can tell apart. */
  readonly view: View;
  /** "loose" when its most is an upper bound and its least a lower one; exact otherwise. */
  readonly bounds?: "loose";
}

/**
 * Proves an option of Mark Six, whose draws are too many to list: that it is what is written down about
 * it, that its formulas agree with a plain expansion into bets in every lunar year, and that its chances
 * and refunds are exact over all draws, weighed by what the option can tell apart; and that it cannot tell
 * apart more.
 */
export function proveMarkSix(option: Option, expand: ExpandMarkSix, proof: Proof): void {
  describe(option.code, () => {
    proveDeclaration(option);
    proveChances(option, expand, proof);
    proveAgainstExpansion(option, expand);
    proveReading(option);
  });
}
