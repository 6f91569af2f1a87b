import type { Entropy } from "../../deps.ts";

/**
 * What payers write with a transfer: nine of 23 letters and digits, none of which is taken for another (no 0 O, 1 I L,
 * 2 Z, 5 S, 8 B, U V). The last one checks the others: the sum of all places, weighted 9 to 1, is 0 modulo 23. As 23 is
 * a prime, one wrong character or two that changed places always show.
 */
const ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
const SIZE = ALPHABET.length;
const LENGTH = 9;

const weightOf = (place: number): number => LENGTH - place;

/** A new reference: never a word nor a number, which texts of banks are full of. */
export function newReference(entropy: Pick<Entropy, "bytes">): string {
  // Bytes from here on would make the first letters of the alphabet more likely.
  const even = 256 - (256 % SIZE);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const bytes = [...entropy.bytes(2 * LENGTH)].filter((byte) => byte < even).slice(0, LENGTH - 1);
    const letters = bytes.map((byte) => ALPHABET.charAt(byte % SIZE)).join("");
    const reference = filled(letters, LENGTH - 1);
    if (reference.length === LENGTH && isMixed(reference)) return reference;
  }
  throw new Error("no reference was drawn");
}

/** Whether it has two letters and two digits at least. */
function isMixed(reference: string): boolean {
  return /\d.*\d/u.test(reference) && /[A-Z].*[A-Z]/u.test(reference);
}

function isReference(text: string): boolean {
  return text.length === LENGTH && isMixed(text) && remainderOf(text) === 0;
}

/** The weighted sum modulo 23; NaN if a character is not of the alphabet. `from` is the place of the first one. */
function remainderOf(text: string, from = 0): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = ALPHABET.indexOf(text.charAt(at));
    if (value < 0) return Number.NaN;
    sum += value * weightOf(from + at);
  }
  return sum % SIZE;
}

/** The text with the one character inserted at `place` that makes its sum right. */
function filled(text: string, place: number): string {
  const [before, after] = [text.slice(0, place), text.slice(place)];
  const rest = remainderOf(before) + remainderOf(after, place + 1);
  const right = ALPHABET.split("").find((_, value) => (rest + value * weightOf(place)) % SIZE === 0);
  return before + (right ?? "") + after;
}

/** What a bank's text names. */
export interface Names {
  /** Ids of orders whose numbers are in it. */
  readonly orderIds: readonly bigint[];
  /** What stands in it as a reference does, by itself or between spaces and marks. */
  readonly apart: readonly string[];
  /** What is a reference only as a part of longer words. */
  readonly within: readonly string[];
}

/**
 * What is named by the text that came with a transfer: banks change case, width and accents, break it with spaces and
 * marks, and add words around it.
 */
export function namesIn(text: string): Names {
  const { letters, begins, ends } = plain(text);
  const apart = new Set<string>();
  const within = new Set<string>();
  for (let at = 0; at + LENGTH <= letters.length; at += 1) {
    const window = letters.slice(at, at + LENGTH);
    if (!isReference(window)) continue;
    const alone = begins.has(at) && ends.has(at + LENGTH);
    (alone ? apart : within).add(window);
  }
  return {
    orderIds: orderIdsIn(text),
    apart: [...apart],
    within: [...within].filter((one) => !apart.has(one)),
  };
}

const NUMBER = /R[^0-9A-Z]*((?:\d[^0-9A-Z]*){18}\d)(?!\d)/gu;
const MAX_ID = 9_223_372_036_854_775_807n;

/** Ids of orders whose numbers (R and 19 digits) are in a bank's text, however it broke them. */
export function orderIdsIn(text: string): readonly bigint[] {
  const ids = [...upright(text).matchAll(NUMBER)].map(([, digits = ""]) =>
    BigInt(digits.replaceAll(/\D/gu, "")),
  );
  return [...new Set(ids)].filter((id) => id <= MAX_ID);
}

/**
 * Everything that a bank's text may name, for a person to judge: more than one, numbers without their letter, and references
 * that it only `nearly` names.
 */
export function perhapsNamedIn(text: string): {
  readonly orderIds: readonly bigint[];
  readonly references: readonly string[];
  readonly nearly: readonly string[];
} {
  const { orderIds, apart, within } = namesIn(text);
  const bare = orderIdsIn(upright(text).replaceAll(/(?<![0-9A-Z])(?=2)/gu, "R"));
  return {
    orderIds: [...new Set([...orderIds, ...bare])],
    references: [...apart, ...within],
    nearly: nearlyNamedIn(text),
  };
}

/** Longest part of a text that is searched for what is nearly a reference. */
const NEAR_LETTERS = 140;

/**
 * References that a bank's text nearly names: one character is wrong, missing or too many, or two have changed places.
 * Only a person can say whether one of them was meant.
 */
export function nearlyNamedIn(text: string): readonly string[] {
  const letters = plain(text).letters.slice(0, NEAR_LETTERS);
  const near = new Set<string>();
  const add = (reference: string): void => {
    if (isReference(reference)) near.add(reference);
  };
  for (let at = 0; at < letters.length; at += 1) {
    const [shorter, same, longer] = [-1, 0, 1].map((more) => letters.slice(at, at + LENGTH + more));
    if (shorter?.length !== LENGTH - 1) break;
    for (let place = 0; place < LENGTH; place += 1) {
      add(filled(shorter, place));
      if (same?.length === LENGTH) {
        add(filled(without(same, place), place));
        add(swapped(same, place));
      }
      if (longer?.length === LENGTH + 1) add(without(longer, place));
    }
  }
  return [...near];
}

function without(text: string, place: number): string {
  return text.slice(0, place) + text.slice(place + 1);
}

function swapped(text: string, place: number): string {
  return (
    text.slice(0, place) +
    text
      .slice(place, place + 2)
      .split("")
      .toReversed()
      .join("") +
    text.slice(place + 2)
  );
}

/** A text in capitals of plain Latin, without accents and characters that cannot be seen. */
function upright(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .replaceAll("Đ", "D");
}

/** The letters and digits of a text without what is between them, and where its words begin and end. */
function plain(text: string): {
  readonly letters: string;
  readonly begins: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
} {
  const begins = new Set<number>();
  const ends = new Set<number>();
  let letters = "";
  for (const word of upright(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    begins.add(letters.length);
    letters += word;
    ends.add(letters.length);
  }
  return { letters, begins, ends };
}
