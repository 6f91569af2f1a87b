import type { Tier } from "../bet.ts";
import { fraction } from "../fraction.ts";
import { BASE, digitsSeen, sizeOf, type Places } from "./five-digits.ts";

/**
 * Bets on two or three digits in any order, not all the same. Three have two kinds, each with a tier of its
 * own: a pair with a third digit comes in three orders (group 3), three different digits in six (group 6).
 */
interface Kind {
  readonly tier: string;
  /** Number of different digits in a bet of this kind. */
  readonly different: number;
  /** Number of orders in which its digits can be drawn. */
  readonly orders: number;
}

const KINDS: Readonly<Record<number, readonly Kind[]>> = {
  2: [{ tier: "hit", different: 2, orders: 2 }],
  3: [
    { tier: "group3", different: 2, orders: 3 },
    { tier: "group6", different: 3, orders: 6 },
  ],
};

function kindsOver(places: Places): readonly Kind[] {
  const kinds = KINDS[places.length];
  if (kinds === undefined) throw new RangeError(`no bets in any order over ${String(places.length)} places`);
  return kinds;
}

/** A single bet in any order: its digits, ascending, and the tier it can win. */
export interface AnyOrderBet {
  readonly digits: readonly number[];
  readonly tier: string;
}

/** The tiers of bets in any order over some places. */
export function anyOrderTiers(places: Places): readonly Tier[] {
  return kindsOver(places).map(({ tier, orders }) => ({
    code: tier,
    classes: [{ p: fraction(orders, BASE ** places.length) }],
  }));
}

function ascending(length: number, from = 0): number[][] {
  if (length === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first < BASE; first++) {
    for (const rest of ascending(length - 1, first)) found.push([first, ...rest]);
  }
  return found;
}

/** Every bet in any order over some places: 45 over two, 210 over three. */
export function anyOrderBets(places: Places): readonly AnyOrderBet[] {
  const kinds = kindsOver(places);
  return ascending(places.length).flatMap((digits) => {
    const kind = kinds.find(({ different }) => different === new Set(digits).size);
    return kind === undefined ? [] : [{ digits, tier: kind.tier }];
  });
}

/** The tier that the bet on just the drawn digits wins; undefined when they are all the same. */
export function anyOrderTier(numbers: readonly number[], places: Places): string | undefined {
  const different = sizeOf(digitsSeen(numbers, places));
  return kindsOver(places).find((kind) => kind.different === different)?.tier;
}
