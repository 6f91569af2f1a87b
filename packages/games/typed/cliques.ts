import { bitCount } from "../bits.ts";

/**
 * Sets of equally many items, put together into larger ones: each stands for every choice of `size` of its items. The
 * larger ones are disjoint in these choices and together are exactly the sets. A set of up to 49 items is a number, the sum
 * of 2 to the power of each.
 */
const HALF_BITS = 25;
const HALF = 2 ** HALF_BITS;

const POWERS = Array.from({ length: HALF_BITS * 2 }, (_, item) => 2 ** item);
const power = (item: number): number => POWERS[item] ?? 0;

// Bitwise operations take 32 bits, so that sets are handled in two halves.
const lowOf = (set: number): number => set % HALF;
const highOf = (set: number): number => Math.floor(set / HALF);

function itemsOf(set: number): number[] {
  const items: number[] = [];
  // Each step removes the lowest member.
  for (let left = lowOf(set); left !== 0; left &= left - 1) items.push(31 - Math.clz32(left & -left));
  for (let left = highOf(set); left !== 0; left &= left - 1)
    items.push(HALF_BITS + 31 - Math.clz32(left & -left));
  return items;
}

const sizeOf = (set: number): number => bitCount(lowOf(set)) + bitCount(highOf(set));

const has = (set: number, item: number): boolean =>
  ((item < HALF_BITS ? lowOf(set) >> item : highOf(set) >> (item - HALF_BITS)) & 1) === 1;

function both(a: number, b: number): number {
  return (highOf(a) & highOf(b)) * HALF + (lowOf(a) & lowOf(b));
}

/** The sets that were not put into a larger one yet, by what completes each choice of one item fewer to a set. */
class Free {
  readonly #completions = new Map<number, number>();

  constructor(sets: readonly number[]) {
    for (const set of sets) this.#change(set, 1);
  }

  #change(set: number, sign: 1 | -1): void {
    for (const item of itemsOf(set)) {
      const part = set - power(item);
      this.#completions.set(part, this.completing(part) + sign * power(item));
    }
  }

  /** The items, as a set, each of which makes a free set with the part. */
  completing(part: number): number {
    return this.#completions.get(part) ?? 0;
  }

  take(set: number): void {
    this.#change(set, -1);
  }
}

function* choicesOf(items: readonly number[], size: number, from = 0): Generator<number> {
  if (size === 0) {
    yield 0;
    return;
  }
  for (let at = from; at <= items.length - size; at++) {
    for (const rest of choicesOf(items, size - 1, at + 1)) yield power(items[at] ?? 0) + rest;
  }
}

// Items that can still be added after `added`: those of before that complete every part of the clique with it.
function narrowed(free: Free, candidates: number, parts: readonly number[], added: number): number {
  let left = candidates - power(added);
  for (const part of parts) {
    if (left === 0) return 0;
    left = both(left, free.completing(part + power(added)));
  }
  return left;
}

function candidatesOf(free: Free, set: number, items: readonly number[]): number {
  let left = HALF * HALF - 1 - set;
  for (const item of items) {
    if (left === 0) return 0;
    left = both(left, free.completing(set - power(item)));
  }
  return left;
}

// The set grows by the item that leaves most others to follow, until none completes all its parts.
function grown(free: Free, set: number, size: number): number[] {
  const clique = itemsOf(set);
  let candidates = candidatesOf(free, set, clique);
  while (candidates > 0) {
    const parts = [...choicesOf(clique, size - 2)];
    let [best, most, left] = [-1, -1, 0];
    for (const item of itemsOf(candidates)) {
      const after = narrowed(free, candidates, parts, item);
      const kept = sizeOf(after);
      if (kept > most) [best, most, left] = [item, kept, after];
    }
    clique.push(best);
    candidates = left;
  }
  return clique;
}

/** Puts sets of `size` items into few larger ones. */
export function cliquesOf(sets: readonly number[], size: number): number[] {
  if (size === 1) return sets.length === 0 ? [] : [sets.reduce((sum, set) => sum + set, 0)];
  const free = new Free(sets);
  const cliques: number[] = [];
  for (const set of sets) {
    const [first = 0] = itemsOf(set);
    if (!has(free.completing(set - power(first)), first)) continue;
    const clique = grown(free, set, size);
    if (clique.length === size) free.take(set);
    else for (const choice of choicesOf(clique, size)) free.take(choice);
    cliques.push(clique.reduce((sum, item) => sum + power(item), 0));
  }
  return cliques;
}
