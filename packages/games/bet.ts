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

/** Probability that one bet wins a tier; `refund` is the probability that its stake is refunded instead. */
export interface Chance {
  /** Bets of a tier with unequal chances are distinguished by class: "year" and "other", "tail0", "red-big". */
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

/** A selection in wire format: groups by code with item ids, in any order. */
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

/** Payout of the winning bets of one tier and class together, rounded as it will be paid. */
export type Pay = (win: Win) => Money;

/** Result of an order in bets: those that win, by tier and class, and those whose stake is refunded. */
export interface Outcome {
  readonly wins: readonly Win[];
  readonly refunded: number;
}

/** Nothing won, nothing refunded. */
export const LOST: Outcome = { wins: [], refunded: 0 };

/**
 * One way to bet. It declares its board and how likely each tier is, counts the bets of a selection and
 * settles them. Counting and settling are formulas over the picks: their cost does not grow with the bets.
 */
export interface Option {
  /** "HS.Z3": unique within a family. */
  readonly code: string;
  /** "HS": its mode. */
  readonly mode: string;
  readonly family: Family;
  readonly board: Board;
  readonly tiers: readonly Tier[];
  /**
   * Sets of odds keys that one bet may win in different draws. Every other key belongs to separate bets.
   */
  readonly shared?: readonly (readonly string[])[];
  /** Number of bets in a selection; may be zero. */
  count(picks: Picks): number;
  /** Settles a selection on a draw of the option's family. */
  settle(picks: Picks, result: DrawResult): Outcome;
  /**
   * A set of outcomes that contains the winning ones with the smallest and largest payout, for any odds. If a family
   * has too many draws to be exact, the largest may be an upper bound, never too low. Without a lunar year they cover
   * every year. An option with too many ways to win to list them for all odds uses `pay`, in minor units, and returns
   * those for the given odds.
   */
  extremes(picks: Picks, lunarYear: number | undefined, pay: Pay): Iterable<Outcome>;
  /**
   * Largest total worth of the winning bets of one draw, by tier and class: for options with so many outcomes that
   * enumerating `extremes` is slow. Never too low.
   */
  maxWorth?(
    picks: Picks,
    lunarYear: number | undefined,
    worth: (tier: string, className?: string) => number,
  ): number;
  /**
   * Whether a picked item, by the indexes of its group and itself on the board, is part of a winning bet. Declared only
   * by options whose bets do not depend on all their items; for the others an item is part of a win if fewer bets win
   * without it.
   */
  takesPart?(picks: Picks, result: DrawResult, group: number, item: number): boolean;
  /** The odds key of one item, for options whose items differ; `lunarYear` for zodiac items. */
  itemKey?(group: string, item: string, lunarYear?: number): string | undefined;
}

/** The mode of an option code: "HS" of "HS.Z3". */
export function modeOf(optionCode: string): string {
  return optionCode.slice(0, optionCode.indexOf("."));
}
