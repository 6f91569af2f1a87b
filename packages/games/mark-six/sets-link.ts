import { LOST, type DrawResult, type Option, type Outcome, type Picks, type Win } from "../bet.ts";
import { bitCount } from "../bits.ts";
import { choices } from "../combinations.ts";
import { fraction, type Fraction } from "../fraction.ts";
import { oddsKey } from "../odds-key.ts";
import { chosenAt } from "../picks.ts";
import { BALLS, DRAWN, markSixOption } from "./mark-six.ts";

/** A partition of the 49 balls into sets (animals or tails) of equal size, except a single odd one. */
export interface BallSets {
  /** The group on the board, and the sets as its items; at most 31. */
  readonly group: string;
  readonly items: readonly string[];
  /** Number of balls in each set but the odd one, and in the odd one. */
  readonly size: number;
  readonly oddSize: number;
  /** Class of the bets that contain the odd set; that of all others is "other". */
  readonly oddClass: string;
  /** Index of the odd set; undefined if it depends on the lunar year and no year is given. */
  readonly oddAt: (lunarYear: number | undefined) => number | undefined;
  /** The sets that some ball of a draw belongs to: bit i for the set of index i. */
  readonly shownBy: (result: DrawResult) => number;
}

/** Describes a link of sets: every choice of `linked` of the picked sets is a bet. */
export interface SetsLink {
  readonly code: string;
  readonly sets: BallSets;
  readonly linked: number;
  /** Whether a bet wins if all of its sets are drawn, or if none is. */
  readonly wants: "all" | "none";
}

/** A combination of sets as far as chances depend on it: 0 or 1 odd sets, and a number of others. */
interface Kind {
  readonly odd: number;
  readonly others: number;
}

const OTHER = "other";
const DRAWS = choices(BALLS.length, DRAWN);

// The draws in which no ball is of the sets.
function drawsWithout({ size, oddSize }: BallSets, { odd, others }: Kind): number {
  return choices(BALLS.length - odd * oddSize - others * size, DRAWN);
}

// Probability that a bet on such sets wins; for "all" by inclusion and exclusion of draws that lack some.
function chanceOf({ sets, wants }: SetsLink, bet: Kind): Fraction {
  if (wants === "none") return fraction(drawsWithout(sets, bet), DRAWS);
  let draws = 0;
  for (let odd = 0; odd <= bet.odd; odd++) {
    for (let others = 0; others <= bet.others; others++) {
      const sign = (odd + others) % 2 === 0 ? 1 : -1;
      draws += sign * choices(bet.others, others) * drawsWithout(sets, { odd, others });
    }
  }
  return fraction(draws, DRAWS);
}

// The winning bets, from the sets that fulfil their condition.
function outcomeOf({ sets, linked }: SetsLink, { odd, others }: Kind): Outcome {
  const wins: Win[] = [];
  const withOdd = odd * choices(others, linked - 1);
  const without = choices(others, linked);
  if (withOdd > 0) wins.push({ tier: "hit", class: sets.oddClass, count: withOdd });
  if (without > 0) wins.push({ tier: "hit", class: OTHER, count: without });
  return wins.length === 0 ? LOST : { wins, refunded: 0 };
}

// Whether some draw shows just so many of the picked sets: the sets that were not picked must be able to
// hold the rest of its balls.
function canShow({ items, size, oddSize }: BallSets, picked: Kind, shown: Kind): boolean {
  const unpicked = items.length - 1 - picked.others;
  const room = shown.odd * oddSize + shown.others * size + unpicked * size + (1 - picked.odd) * oddSize;
  return shown.odd + shown.others <= DRAWN && room >= DRAWN;
}

function* everyOutcome(link: SetsLink, picked: Kind): Generator<Outcome> {
  for (let odd = 0; odd <= picked.odd; odd++) {
    for (let others = 0; others <= picked.others; others++) {
      if (!canShow(link.sets, picked, { odd, others })) continue;
      if (link.wants === "all") yield outcomeOf(link, { odd, others });
      else yield outcomeOf(link, { odd: picked.odd - odd, others: picked.others - others });
    }
  }
}

// The possible kinds of a selection: one if the odd set is known, else with and without it.
function kindsOf({ items, oddAt }: BallSets, picks: Picks, lunarYear: number | undefined): readonly Kind[] {
  const { indexes, low } = chosenAt(picks, 0);
  const with1: Kind = { odd: 1, others: indexes.length - 1 };
  const with0: Kind = { odd: 0, others: indexes.length };
  const at = oddAt(lunarYear);
  if (at !== undefined) return [(low & (1 << at)) === 0 ? with0 : with1];
  return indexes.length === items.length ? [with1] : [with1, with0];
}

/**
 * Every choice of `linked` of the picked sets is a bet that all of them, or none, are among the seven balls. Bets that
 * contain the odd set form a separate class, because its number of balls differs.
 */
export function setsLink(link: SetsLink): Option {
  const { code, sets, linked, wants } = link;
  const { group, items, oddClass } = sets;
  return markSixOption({
    code,
    board: { groups: [{ code: group, min: linked, max: items.length, items }] },
    tiers: () => [
      {
        code: "hit",
        classes: [
          { class: oddClass, p: chanceOf(link, { odd: 1, others: linked - 1 }) },
          { class: OTHER, p: chanceOf(link, { odd: 0, others: linked }) },
        ],
      },
    ],
    count: (picks) => choices(chosenAt(picks, 0).indexes.length, linked),
    settle: (picks, result) => {
      const { low } = chosenAt(picks, 0);
      const shown = sets.shownBy(result);
      const wanted = wants === "all" ? low & shown : low & ~shown;
      const oddBit = 1 << (sets.oddAt(result.lunarYear) ?? 0);
      return outcomeOf(link, { odd: (wanted & oddBit) === 0 ? 0 : 1, others: bitCount(wanted & ~oddBit) });
    },
    *extremes(picks, lunarYear) {
      for (const picked of kindsOf(sets, picks, lunarYear)) yield* everyOutcome(link, picked);
    },
    itemKey: (_, item, lunarYear) => {
      const [at, oddAt] = [items.indexOf(item), sets.oddAt(lunarYear)];
      return at < 0 || oddAt === undefined ? undefined : oddsKey("hit", at === oddAt ? oddClass : OTHER);
    },
  });
}
