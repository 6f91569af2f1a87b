import type { Outcome, Pay, Win } from "../../bet.ts";

/**
 * The winning bets of a race on the plate as an integer: each tier and class has a bit field that counts its bets.
 * Fields never overflow, so the tally of a race is the sum of those of its parts.
 */
export type Tally = number;

interface Kind {
  readonly tier: string;
  readonly class?: string;
  /** Maximum number of winning bets in a race: five cars have a side, and five duels a winner. */
  readonly most: number;
  /** Its lowest bit. */
  readonly at: number;
}

const BITS_OF_FIVE = 3;
const SIDES = ["big", "small", "odd", "even"];
const WINNERS = ["dragon", "tiger"];

const KINDS: readonly Kind[] = [
  ...SIDES.map((side) => ({ tier: "side", class: side, most: 5 })),
  ...WINNERS.map((winner) => ({ tier: "dragon-tiger", class: winner, most: 5 })),
  ...SIDES.map((side) => ({ tier: `top-two-${side}`, most: 1 })),
].map((kind, at) => ({ ...kind, at: at <= 6 ? at * BITS_OF_FIVE : 6 * BITS_OF_FIVE + at - 6 }));

/** First kind of the sides of cars, of the winners of duels and of the sides of the sum. */
export const [SIDE_KIND, DUEL_KIND, SUM_KIND] = [0, 4, 6];

const countOf = (tally: Tally, { at, most }: Kind): number => (tally >>> at) & (most === 1 ? 1 : 7);

const winOf = ({ tier, class: className }: Kind, count: number): Win =>
  className === undefined ? { tier, count } : { tier, class: className, count };

/** One winning bet of a kind. */
export function oneOf(kind: number): Tally {
  return 1 << (KINDS[kind]?.at ?? 0);
}

/** The tally as an outcome. */
export function outcomeOf(tally: Tally): Outcome {
  const won = KINDS.filter((kind) => countOf(tally, kind) > 0);
  return { wins: won.map((kind) => winOf(kind, countOf(tally, kind))), refunded: 0 };
}

/** Payouts of tallies, in minor units as numbers: they are far below 2⁵³. */
export interface Prices {
  /** Payout of a race with this tally. */
  readonly of: (tally: Tally) => number;
  /** Upper bound of the contribution of a part to the payout of any race; additive over parts. */
  readonly atMost: (part: Tally) => number;
  /** Lower bound of that contribution; additive over parts. */
  readonly atLeast: (part: Tally) => number;
}

// Tallies are looked up in pieces of two kinds of three bits each; the last piece has the four kinds of one bit.
const PIECE = 2 * BITS_OF_FIVE;
const PIECES = [0, PIECE, 2 * PIECE, 3 * PIECE];
const PIECE_MASK = (1 << PIECE) - 1;

/** Sum of the amounts of all kinds. */
function sumOf(amount: (kind: number, count: number) => number): (tally: Tally) => number {
  const [a, b, c, d] = PIECES.map((from) => {
    const kinds = KINDS.map((_, kind) => kind).filter((kind) => {
      const at = KINDS[kind]?.at ?? 0;
      return at >= from && at < from + PIECE;
    });
    const table = new Float64Array(1 << PIECE);
    for (const kind of kinds) {
      const { at = 0, most = 0 } = KINDS[kind] ?? {};
      for (let bits = 0; bits < table.length; bits++) {
        const count = (bits >>> (at - from)) & (most === 1 ? 1 : 7);
        table[bits] = (table[bits] ?? 0) + amount(kind, Math.min(count, most));
      }
    }
    return table;
  });
  return (tally) =>
    (a?.[tally & PIECE_MASK] ?? 0) +
    (b?.[(tally >>> PIECE) & PIECE_MASK] ?? 0) +
    (c?.[(tally >>> (2 * PIECE)) & PIECE_MASK] ?? 0) +
    (d?.[tally >>> (3 * PIECE)] ?? 0);
}

/**
 * The prices of tallies when the bets of each kind are paid like this; `ticks` are the tallies of single
 * bets, those of an order.
 */
export function pricesBy(pay: Pay, ticks: readonly Tally[]): Prices {
  const payouts = KINDS.map((kind, at) => {
    const ticked = ticks.filter((tick) => tick === oneOf(at)).length;
    const length = Math.min(kind.most, ticked) + 1;
    return Array.from({ length }, (_, count) => (count === 0 ? 0 : Number(pay(winOf(kind, count)))));
  });
  // The payout of a kind is rounded down once for all its bets, so the contribution of one bet lies between two bounds.
  const each = payouts.map((paid) => paid.slice(1).map((amount, at) => amount / (at + 1)));
  const [most, least] = [each.map((bets) => Math.max(...bets)), each.map((bets) => Math.min(...bets))];
  const ofKind = (amounts: readonly number[], kind: number, count: number): number =>
    count === 0 || each[kind]?.length === 0 ? 0 : count * (amounts[kind] ?? 0);
  return {
    of: sumOf((kind, count) => payouts[kind]?.[count] ?? 0),
    atMost: sumOf((kind, count) => ofKind(most, kind, count)),
    atLeast: sumOf((kind, count) => ofKind(least, kind, count)),
  };
}
