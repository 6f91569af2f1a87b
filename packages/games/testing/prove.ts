import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Option, Outcome, PickedGroups, Picks } from "../bet.ts";
import { formatFraction, fraction, times } from "../fraction.ts";
import { maxPaid } from "../max-paid.ts";
import { oddsKey, oddsKeysOf } from "../odds-key.ts";
import { canonicalKey, readPicks } from "../picks.ts";
import { payoutOf, possiblePayout } from "../settle.ts";
import { anyDraw, forEveryDraw } from "./draws.ts";
import { groupsOf, specOf } from "./spec.ts";

/** One bet of an expanded selection: the odds key it may win and whether a draw lets it. */
export interface NaiveBet {
  readonly key: string;
  readonly wins: (numbers: readonly number[]) => boolean;
}

/** An option said over again in the plainest way: a selection expanded into single bets. */
export type Expand = (picked: Readonly<Record<string, readonly string[]>>) => readonly NaiveBet[];

/** Reads a selection that must be legal. */
export function mustRead(option: Option, groups: PickedGroups): Picks {
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${option.code} refused: ${JSON.stringify(read.reason)}`);
  return read.picks;
}

/** Legal group sizes with items in any order; the selection may still hold no bet. */
function selections(option: Option, most = option.board.groups.length): fc.Arbitrary<PickedGroups> {
  const { groups, minTotal = 1 } = option.board;
  return fc
    .shuffledSubarray([...groups], { minLength: most, maxLength: most })
    .chain((some) =>
      fc.tuple(
        ...some.map(({ code, items, min, max }) =>
          fc
            .shuffledSubarray([...items], { minLength: min, maxLength: max })
            .map((picked) => ({ code, items: picked })),
        ),
      ),
    )
    .filter((picked) => picked.reduce((total, { items }) => total + items.length, 0) >= minTotal);
}

// Expanding more than this into single bets takes long and shows nothing that fewer would not.
const MAX_EXPANDED = 2_000;

/** The same, of few bets. */
function smallSelections(option: Option): fc.Arbitrary<PickedGroups> {
  return selections(option).filter((groups) => {
    const read = readPicks(option, groups);
    return !read.ok || option.count(read.picks) <= MAX_EXPANDED;
  });
}

/** What is picked in each group of the board, nothing included. */
export const byGroup = (option: Option, groups: PickedGroups): Record<string, readonly string[]> =>
  Object.fromEntries([
    ...option.board.groups.map(({ code }): [string, readonly string[]] => [code, []]),
    ...groups.map(({ code, items }): [string, readonly string[]] => [code, items]),
  ]);

/** Winning bets by odds key. */
export function winsByKey({ wins }: Outcome): Record<string, number> {
  return Object.fromEntries(wins.map((win) => [oddsKey(win.tier, win.class), win.count]));
}

function tally(bets: readonly NaiveBet[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { key } of bets) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/** What a selection comes to over every draw: each different outcome and the number of its draws. */
type Survey = readonly { readonly outcome: Outcome; readonly draws: number }[];

/** Settles a selection in every draw. */
export function surveyOf(option: Option, picks: Picks): Survey {
  const found = new Map<string, { outcome: Outcome; draws: number }>();
  forEveryDraw(option, picks, (numbers, weight) => {
    const outcome = option.settle(picks, { numbers });
    let text = "";
    for (const win of outcome.wins) text += `${win.tier}/${win.class ?? ""}=${String(win.count)};`;
    text += String(outcome.refunded);
    const same = found.get(text);
    if (same === undefined) found.set(text, { outcome, draws: weight });
    else same.draws += weight;
  });
  return [...found.values()];
}

// Over every draw a selection must win, by key, exactly bets × p × draws.
function expectExactChances(option: Option, survey: Survey, bets: Record<string, number>): void {
  const won: Record<string, number> = {};
  const total = survey.reduce((sum, { draws }) => sum + draws, 0);
  for (const { outcome, draws } of survey) {
    for (const [key, count] of Object.entries(winsByKey(outcome))) {
      won[key] = (won[key] ?? 0) + count * draws;
    }
  }
  const expected: Record<string, string> = {};
  for (const { key, p } of oddsKeysOf(option)) {
    const count = bets[key] ?? 0;
    if (count > 0) expected[key] = formatFraction(times(p, fraction(count * total)));
  }
  const got = Object.fromEntries(
    Object.entries(won).map(([key, count]) => [key, formatFraction(fraction(count))]),
  );
  expect(got).toEqual(expected);
}

function expectExactPayouts(option: Option, picks: Picks, survey: Survey): void {
  // Figures that are all different, so that no two ways to win are mistaken for each other.
  const odds = Object.fromEntries(
    oddsKeysOf(option).map(({ key }, at) => [key, 19_800n + 7_301n * BigInt(at)]),
  );
  const paid = survey
    .filter(({ outcome }) => outcome.wins.length > 0)
    .map(({ outcome }) => payoutOf(outcome, 123n, odds));
  const [first = 0n] = paid;
  const max = paid.reduce((most, each) => (each > most ? each : most), first);
  expect(possiblePayout(option, picks, 123n, odds)).toEqual({
    min: paid.reduce((least, each) => (each < least ? each : least), first),
    max,
  });
  expect(maxPaid(option, picks, 123n, odds) >= max).toBe(true);
}

/** Holds an option against what is written down: its board, its tiers and chances, its counted examples. */
export function proveDeclaration(option: Option): void {
  const spec = specOf(option.code, option.family);
  test("has the board that is written down", () => {
    expect(
      option.board.groups.map(({ code, min, max, items }) => ({ code, min, max, items: [...items] })),
    ).toEqual(spec.groups);
    expect(option.board.minTotal).toBe(spec.minTotal);
  });
  test("has the tiers and exact chances that are written down", () => {
    const tiers = option.tiers.map(({ code, classes }) => ({
      code,
      classes: classes.map((chance) => ({
        ...(chance.class === undefined ? {} : { class: chance.class }),
        p: formatFraction(chance.p),
        ...(chance.refund === undefined ? {} : { refund: formatFraction(chance.refund) }),
      })),
    }));
    expect(tiers).toEqual(spec.tiers);
  });
  test.each(spec.examples)("counts $bets in $picks", ({ picks, bets }) => {
    expect(option.count(mustRead(option, groupsOf(picks)))).toBe(bets);
  });
}

// Ten places have too many orders to be gone through often. Where groups may be left empty, a bet names one
// of them, and what several groups win is the sum of what each wins: so says the proof against single bets.
const fewGroups = ({ family, board }: Option): boolean =>
  family === "racing" && board.groups.every(({ min }) => min === 0);

/** Everything that can be picked: all groups at once, or one after the other where few at a time must do. */
function everything(option: Option): readonly PickedGroups[] {
  const full = option.board.groups.map(({ code, items, max }) => ({ code, items: items.slice(0, max) }));
  return fewGroups(option) ? full.map((group) => [group]) : [full];
}

// Every draw, some times over: seconds where the machine has other work to do.
const TIMEOUT = { timeout: 60_000 };

function proveChances(option: Option, expand: Expand): void {
  const spec = specOf(option.code, option.family);
  const selected = [...spec.examples.map(({ picks }) => groupsOf(picks)), ...everything(option)];
  // Every draw is settled once for each selection, whatever is asked about it.
  const surveys = new Map<string, Survey>();
  const survey = (picks: Picks): Survey => {
    const key = canonicalKey(option, picks);
    const made = surveys.get(key) ?? surveyOf(option, picks);
    surveys.set(key, made);
    return made;
  };
  test("wins as often as its chances say, over every draw", TIMEOUT, () => {
    for (const groups of selected) {
      const bets = tally(expand(byGroup(option, groups)));
      expectExactChances(option, survey(mustRead(option, groups)), bets);
    }
  });
  test("knows the least and the most it can pay, over every draw", TIMEOUT, () => {
    for (const groups of selected) {
      const picks = mustRead(option, groups);
      expectExactPayouts(option, picks, survey(picks));
    }
    const runs = option.family === "five-digits" ? 4 : 30;
    fc.assert(
      fc.property(selections(option, fewGroups(option) ? 2 : undefined), (groups) => {
        const read = readPicks(option, groups);
        if (read.ok) expectExactPayouts(option, read.picks, surveyOf(option, read.picks));
      }),
      { numRuns: runs },
    );
  });
}

function proveAgainstExpansion(option: Option, expand: Expand): void {
  const someDraws = fc.array(anyDraw(option.family), { minLength: 5, maxLength: 20 });
  test("counts and settles any selection as its bets one by one", TIMEOUT, () => {
    fc.assert(
      fc.property(smallSelections(option), someDraws, (groups, draws) => {
        const bets = expand(byGroup(option, groups));
        const read = readPicks(option, groups);
        if (bets.length === 0) {
          expect(read).toEqual({ ok: false, reason: { reason: "no-bet" } });
          return;
        }
        const picks = mustRead(option, groups);
        expect(option.count(picks)).toBe(bets.length);
        for (const numbers of draws) {
          const outcome = option.settle(picks, { numbers });
          expect(winsByKey(outcome)).toEqual(tally(bets.filter((bet) => bet.wins(numbers))));
          expect(outcome.refunded).toBe(0);
        }
      }),
      { numRuns: 150 },
    );
  });
  test("takes the items of a selection in any order", () => {
    fc.assert(
      fc.property(selections(option), (groups) => {
        if (!readPicks(option, groups).ok) return;
        const turned = groups.toReversed().map(({ code, items }) => ({ code, items: items.toReversed() }));
        const [picks, again] = [mustRead(option, groups), mustRead(option, turned)];
        expect(again).toEqual(picks);
        expect(canonicalKey(option, again)).toBe(canonicalKey(option, picks));
      }),
      { numRuns: 50 },
    );
  });
}

/**
 * Proves an option: that it is what is written down about it, that its formulas agree with a plain
 * expansion into bets, and that its chances and its extremes are exact over every draw of its family.
 */
export function proveOption(option: Option, expand: Expand): void {
  describe(option.code, () => {
    proveDeclaration(option);
    proveChances(option, expand);
    proveAgainstExpansion(option, expand);
  });
}
