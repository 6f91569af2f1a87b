import { itemsOfWord, plainWord, valueOf, type Alphabet } from "./alphabet.ts";
import type { Leave, Spot } from "./found.ts";
import { GAP, PIECE, type Pieces } from "./lex.ts";

/** What reading the pieces of a text needs. */
export interface Reader {
  readonly pieces: Pieces;
  readonly alphabet: Alphabet;
  readonly leave: Leave;
  readonly budget: RangeBudget;
}

/** Numbers that all ranges of a text may have together, so that a short text does not take long. */
const MAX_RANGED = 200_000;

/** What is left of them. */
export class RangeBudget {
  #left = MAX_RANGED;

  /** Takes so many, if they are left. */
  spend(numbers: number): boolean {
    if (numbers > this.#left) return false;
    this.#left -= numbers;
    return true;
  }
}

/** Most pieces of one name: "small odd sum of digits". */
const MAX_NAME_PIECES = 5;

export const spotOf = ({ from, to }: Pieces, first: number, last = first): Spot => ({
  from: from[first] ?? 0,
  to: to[last] ?? 0,
});

/** What a piece of words stands for, and how many pieces it takes; undefined if it is no word of the board. */
export interface NamedItems {
  readonly items: readonly number[];
  readonly pieces: number;
}

const joins = (gap: number | undefined): boolean =>
  gap === GAP.start || gap === GAP.dot || gap === GAP.space || gap === GAP.hyphen;

/** The items that words from a piece on stand for: the longest name first, then words that are run together. */
export function namedItems({ pieces, alphabet }: Reader, at: number): NamedItems | undefined {
  if (alphabet.words.size === 0) return undefined;
  const { text, from, to, gap, kind, count } = pieces;
  const end = (length: number): number => to[at + length - 1] ?? 0;
  let most = 1;
  while (most < MAX_NAME_PIECES && at + most < count && joins(gap[at + most])) most++;
  for (let length = most; length > 0; length--) {
    const item = alphabet.words.get(plainWord(text.slice(from[at] ?? 0, end(length))));
    if (item !== undefined) return { items: [item], pieces: length };
  }
  if (kind[at] !== PIECE.other) return undefined;
  const items = itemsOfWord(alphabet, plainWord(text.slice(from[at] ?? 0, end(1))));
  return items === undefined || items.length === 0 ? undefined : { items, pieces: 1 };
}

const digitsOf = ({ from, to }: Pieces, at: number): number => (to[at] ?? 0) - (from[at] ?? 0);

/** The value of a piece of digits. */
export const figureOf = ({ text, from, to }: Pieces, at: number): number =>
  valueOf(text, from[at] ?? 0, to[at] ?? 0);

/** Ends of a range by the indexes of their pieces, or what is wrong with it; undefined if none begins there. */
export function rangeAt(
  pieces: Pieces,
  at: number,
): { readonly last: number; readonly isRange: boolean } | undefined {
  if (!pieces.ranged) return undefined;
  const { kind, gap } = pieces;
  const follows = (next: number): boolean => (gap[next] ?? GAP.line) <= GAP.space && next < pieces.count;
  if (kind[at] !== PIECE.range && !(follows(at + 1) && kind[at + 1] === PIECE.range)) return undefined;
  let last = at;
  while (follows(last + 1) && (kind[last + 1] === PIECE.range || kind[last] === PIECE.range)) last++;
  const isRange = last === at + 2 && kind[at] === PIECE.digits && kind[last] === PIECE.digits;
  return { last, isRange };
}

/**
 * Whether just two figures are joined by a hyphen, the first less than the second: "00-09" may be two numbers or ten.
 * Three in a row, "00-04-09", are a list.
 */
export function isAmbiguousPair(pieces: Pieces, at: number): boolean {
  const { kind, gap, count } = pieces;
  return (
    at + 1 < count &&
    gap[at + 1] === GAP.hyphen &&
    gap[at] !== GAP.hyphen &&
    gap[at + 2] !== GAP.hyphen &&
    kind[at] === PIECE.digits &&
    kind[at + 1] === PIECE.digits &&
    digitsOf(pieces, at) <= digitsOf(pieces, at + 1) &&
    figureOf(pieces, at) < figureOf(pieces, at + 1)
  );
}
