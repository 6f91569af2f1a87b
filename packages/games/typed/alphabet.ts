import type { Group } from "../bet.ts";
import { digitOf } from "./lex.ts";

/** The name of an item in the language of a player, so that words can be typed as they are read on the board. */
export interface TypedName {
  readonly group: string;
  readonly item: string;
  readonly name: string;
}

/** How the items of a board are written: figures by value, words without case, marks and spaces. */
export interface Alphabet {
  /** Whether every figure is a single digit, so that figures can be run together. */
  readonly narrow: boolean;
  /** Digits of the longest figure. */
  readonly width: number;
  /** Items by value, which leading zeros do not change. */
  readonly figures: ReadonlyMap<number, number>;
  readonly words: ReadonlyMap<string, number>;
  /** Characters of the longest word. */
  readonly longest: number;
  /** Items that are runs of figures, "1-10". */
  readonly runs: ReadonlyMap<string, number>;
}

const RUN = /^\d+-\d+$/u;
const FIGURE = /^\d+$/u;
const LETTERS: Readonly<Record<string, string>> = { đ: "d", œ: "oe", æ: "ae", ß: "ss" };

/** A word without case, width, marks, spaces and signs: "Đỏ · Lớn" and "do lon" are the same. */
export function plainWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[đœæß]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const TWICE = -1;

function addWord(words: Map<string, number>, word: string, item: number): void {
  const known = words.get(word);
  // A word that stands for two items stands for none.
  words.set(word, known === undefined || known === item ? item : TWICE);
}

/** Most items that are known by their first letter. */
const MAX_LETTERS = 4;

/**
 * How the items of some groups are written. An item is numbered by its index; where each group has items of its own
 * (`apart`), they are numbered through all groups.
 */
export function alphabetOf(groups: readonly Group[], names: readonly TypedName[], apart: boolean): Alphabet {
  const figures = new Map<number, number>();
  const words = new Map<string, number>();
  const letters = new Map<string, number>();
  const runs = new Map<string, number>();
  for (const [at, group] of groups.entries()) {
    const before = apart ? groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0) : 0;
    for (const [index, item] of group.items.entries()) {
      const named = names.filter((name) => name.group === group.code && name.item === item);
      if (FIGURE.test(item)) figures.set(Number(item), before + index);
      else if (RUN.test(item)) runs.set(item, before + index);
      for (const written of [item, ...named.map(({ name }) => name)]) {
        const word = FIGURE.test(written) ? "" : plainWord(written);
        if (word === "" || FIGURE.test(word)) continue;
        addWord(words, word, before + index);
        addWord(letters, word.slice(0, 1), before + index);
      }
    }
  }
  const isShort = groups.every(({ items }) => items.length <= MAX_LETTERS);
  if (isShort) for (const [letter, item] of letters) if (!words.has(letter)) addWord(words, letter, item);
  for (const [word, item] of words) if (item === TWICE) words.delete(word);
  const widths = [...figures.keys()].map((figure) => String(figure).length);
  return {
    narrow: figures.size > 0 && widths.every((width) => width === 1),
    width: Math.max(1, ...widths),
    figures,
    words,
    longest: Math.max(0, ...[...words.keys()].map((word) => word.length)),
    runs,
  };
}

/** The value of digits in a text, half or full width. Longer figures than any item are infinite. */
export function valueOf(text: string, from: number, to: number): number {
  if (to - from > 9) return Infinity;
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + digitOf(text.charCodeAt(at));
  return value;
}

/**
 * The items that words run together stand for, by the longest word that fits each time: "大单" are two. Undefined if
 * something is left that is no word.
 */
export function itemsOfWord({ words, longest }: Alphabet, word: string): readonly number[] | undefined {
  const items: number[] = [];
  for (let at = 0; at < word.length;) {
    let [length, item] = [Math.min(longest, word.length - at), undefined as number | undefined];
    for (; length > 0 && item === undefined; length--) item = words.get(word.slice(at, at + length));
    if (item === undefined) return undefined;
    items.push(item);
    // The loop has taken one more off than the word is long.
    at += length + 1;
  }
  return items;
}
