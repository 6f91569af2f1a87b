import type { Money } from "@lotus/money";
import type { Fraction } from "./fraction.ts";

/** A family of games: they are drawn alike and share their options. */
export type Family = "five-digits" | "dice" | "racing" | "mark-six";

/** One row of a board: items of which at least `min` and at most `max` are picked. */
export interface Group {
  readonly code: string;
  readonly min: number;
  readonly max: number;
  /** Ids in board order. */
  readonly items: readonly string[];
}

/** What a player may pick for one option: its groups in order, and the least picks over all of them. */
export interface Board {
  readonly groups: readonly Group[];
  readonly minTotal?: number;
}

/** The chance that one bet wins a tier. With `refund`, the chance that its stake comes back instead. */
export interface Chance {
  /** Bets of a tier with unequal chances are told apart by class: "year" and "other", "tail0", "red-big". */
  readonly class?: string;
  readonly p: Fraction;
  readonly refund?: Fraction;
}

/** One way to win: the bets that win it are paid the tier's odds, one odds figure per class. */
export interface Tier {
  readonly code: string;
  readonly classes: readonly Chance[];
}

/** What was picked in one group: indexes into its items, ascending, and the same as two bit sets. */
export interface Chosen {
  readonly indexes: readonly number[];
  /** Bit i for index i, of 0 to 30. */
  readonly low: number;
  /** Bit i for index 31 + i. */
  readonly high: number;
}

/** A legal selection on a board: what is chosen in each of its groups, in board order, empty ones included. */
export interface Picks {
  readonly board: Board;
  readonly chosen: readonly Chosen[];
}

/** A selection as it travels: groups by code with item ids, in any order. */
export type PickedGroups = readonly { readonly code: string; readonly items: readonly string[] }[];

/**
 * A drawn result. `numbers`: five digits from ten-thousands to units; three dice; ten cars by place; six
 * regular balls and the special. `lunarYear` only matters to Mark Six, for its zodiac.
 */
export interface DrawResult {
  readonly numbers: readonly number[];
  readonly lunarYear?: number;
}

/** Winning bets of one tier and class; `count` is above zero. */
export interface Win {
  readonly tier: string;
  readonly class?: string;
  readonly count: number;
}

/** What the winning bets of one tier and class are paid together, rounded as they will be. */
export type Pay = (win: Win) => Money;

/** What a draw makes of an order, in bets: those that win, by tier and class, and those whose stake returns. */
export interface Outcome {
  readonly wins: readonly Win[];
  readonly refunded: number;
}

/** Nothing won, nothing returned. */
export const LOST: Outcome = { wins: [], refunded: 0 };

/**
 * One way to bet. It declares its board and how likely each tier is, counts the bets of a selection and
 * settles them. Counting and settling are formulas over the picks: their cost does not grow with the bets.
 */
export interface Option {
  /** "HS.Z3": unique within a family. */
  readonly code: string;
  /** "HS": the mode it stands under. */
  readonly mode: string;
  readonly family: Family;
  readonly board: Board;
  readonly tiers: readonly Tier[];
  /**
   * Odds keys that one and the same bet may win in different draws, where a bet has more than one. Keys
   * not named here each belong to bets of their own.
   */
  readonly shared?: readonly (readonly string[])[];
  /** Bets in a selection; zero when the selection holds none. */
  count(picks: Picks): number;
  /** What a draw makes of a selection. The draw must be one of the family's. */
  settle(picks: Picks, result: DrawResult): Outcome;
  /**
   * Outcomes among which are those that pay least and most of all that win, whatever the odds are. Where
   * a family has too many draws to be exact the most may be an upper bound, never too low. Without a
   * lunar year they are those of any year. An option with so many ways to win that it cannot list them for
   * any odds asks `pay`, in whole minor units, and gives those for these odds.
   */
  extremes(picks: Picks, lunarYear: number | undefined, pay: Pay): Iterable<Outcome>;
  /**
   * The greatest sum of what the winning bets of one draw are worth, each by its tier and class: for options with so
   * many outcomes that going through `extremes` takes long. Never too low.
   */
  maxWorth?(
    picks: Picks,
    lunarYear: number | undefined,
    worth: (tier: string, className?: string) => number,
  ): number;
  /**
   * Whether a picked item, by its group's and its own index on the board, has to do with a bet that won.
   * Only options declare it in which bets do not look at all the items they are made of; elsewhere an item
   * has to do with a win when fewer bets win without it.
   */
  takesPart?(picks: Picks, result: DrawResult, group: number, item: number): boolean;
  /** The odds key of one item, for options whose items differ; `lunarYear` for zodiac items. */
  itemKey?(group: string, item: string, lunarYear?: number): string | undefined;
}

/** The mode of an option code: "HS" of "HS.Z3". */
export function modeOf(optionCode: string): string {
  return optionCode.slice(0, optionCode.indexOf("."));
}
