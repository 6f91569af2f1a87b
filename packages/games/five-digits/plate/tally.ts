import type { Outcome, Pay, Win } from "../../bet.ts";

/**
 * The winning bets of one draw on the plate as a whole number of 32 bits: each way to win has a field that
 * counts its bets. Fields never overflow, so a draw's tally is the sum of its parts'.
 */
export type Tally = number;

interface Field {
  readonly tier: string;
  readonly class?: string;
  /** Largest number of bets that one draw can win this way. */
  readonly most: number;
  readonly at: number;
  readonly bits: number;
}

const WAYS: readonly Omit<Field, "at" | "bits">[] = [
  // A side of each of five balls.
  { tier: "side", class: "big", most: 5 },
  { tier: "side", class: "small", most: 5 },
  { tier: "side", class: "odd", most: 5 },
  { tier: "side", class: "even", most: 5 },
  { tier: "digit", most: 5 },
  // A shape of each of three areas.
  { tier: "triple", most: 3 },
  { tier: "straight", most: 3 },
  { tier: "pair", most: 3 },
  { tier: "half-straight", most: 3 },
  { tier: "mixed", most: 3 },
  { tier: "total-big", most: 1 },
  { tier: "total-small", most: 1 },
  { tier: "total-odd", most: 1 },
  { tier: "total-even", most: 1 },
  { tier: "dragon", most: 1 },
  { tier: "tiger", most: 1 },
  { tier: "tie", most: 1 },
];

function laidOut(): readonly Field[] {
  let next = 0;
  return WAYS.map((way) => {
    const bits = Math.ceil(Math.log2(way.most + 1));
    const at = next;
    next += bits;
    return { ...way, at, bits };
  });
}

const FIELDS = laidOut();

/** A piece of a tally: its bits from `from`, masked by `mask`, index a table that starts at `at`. */
interface Piece {
  readonly from: number;
  readonly mask: number;
  readonly at: number;
}

// A field lies within one piece, and a piece is small enough for a table of all its values.
const PIECES: readonly Piece[] = [
  { from: 0, mask: 63, at: 0 },
  { from: 6, mask: 63, at: 64 },
  { from: 12, mask: 127, at: 128 },
  { from: 19, mask: 63, at: 256 },
  { from: 25, mask: 127, at: 320 },
];
const TABLE = 448;

/** One winning bet of a tier, and class where it has several. Throws on a tier that the plate lacks. */
export function oneOf(tier: string, className?: string): Tally {
  const field = FIELDS.find((each) => each.tier === tier && each.class === className);
  if (field === undefined) throw new RangeError(`the plate has no tier ${tier} ${className ?? ""}`);
  return 1 << field.at;
}

function countOf(tally: Tally, { at, bits }: Field): number {
  return (tally >>> at) & ((1 << bits) - 1);
}

function winOf({ tier, class: className }: Field, count: number): Win {
  return className === undefined ? { tier, count } : { tier, class: className, count };
}

/** The tally as an outcome. */
export function outcomeOf(tally: Tally): Outcome {
  const wins: Win[] = [];
  for (const field of FIELDS) {
    const count = countOf(tally, field);
    if (count > 0) wins.push(winOf(field, count));
  }
  return { wins, refunded: 0 };
}

/** Amounts by piece of a tally, additive over the ways to win. */
export type Amounts = Float64Array;

/** Amount of a tally. Unrolled because it runs for a hundred thousand draws. */
export function amountOf(amounts: Amounts, tally: Tally): number {
  return (
    (amounts[tally & 63] ?? 0) +
    (amounts[64 + ((tally >>> 6) & 63)] ?? 0) +
    (amounts[128 + ((tally >>> 12) & 127)] ?? 0) +
    (amounts[256 + ((tally >>> 19) & 63)] ?? 0) +
    (amounts[320 + (tally >>> 25)] ?? 0)
  );
}

/** Payouts of tallies, in minor units as plain numbers: far below 2⁵³. */
export interface Prices {
  /** Payout of a draw with a tally. */
  readonly paid: Amounts;
  /** Upper and lower bound of what a part adds to a draw's payout. */
  readonly atMost: Amounts;
  readonly atLeast: Amounts;
  /** Smallest payout of a winning draw. */
  readonly cheapest: number;
}

// The table of an amount for each way to win and number of its bets, up to the most that can be won.
function amountsBy(most: Tally, amount: (way: number, count: number) => number): Amounts {
  const amounts = new Float64Array(TABLE);
  for (const [way, field] of FIELDS.entries()) {
    const piece = PIECES.findLast(({ from }) => from <= field.at);
    if (piece === undefined) continue;
    for (let count = 1; count <= countOf(most, field); count++) {
      const added = amount(way, count);
      // All table entries in which this field has this count.
      const [low, step] = [1 << (field.at - piece.from), 1 << (field.at - piece.from + field.bits)];
      for (let above = count * low; above <= piece.mask; above += step) {
        for (let part = above; part < above + low; part++) {
          amounts[piece.at + part] = (amounts[piece.at + part] ?? 0) + added;
        }
      }
    }
  }
  return amounts;
}

/** The prices of all wins. `most` has the largest number of winning bets for each way to win. */
export function pricesOf(most: Tally, pay: Pay): Prices {
  const payouts = FIELDS.map((field) =>
    Array.from({ length: countOf(most, field) }, (_, at) => Number(pay(winOf(field, at + 1)))),
  );
  // A payout is rounded down once for all bets of a way, so what one bet adds lies in a range.
  const perBet = payouts.map((paid) => paid.map((total, at) => total / (at + 1)));
  const [highest, lowest] = [
    perBet.map((each) => Math.max(...each)),
    perBet.map((each) => Math.min(...each)),
  ];
  return {
    paid: amountsBy(most, (way, count) => payouts[way]?.[count - 1] ?? 0),
    atMost: amountsBy(most, (way, count) => count * (highest[way] ?? 0)),
    atLeast: amountsBy(most, (way, count) => count * (lowest[way] ?? 0)),
    cheapest: Math.min(...payouts.flatMap((paid) => paid.slice(0, 1))),
  };
}
