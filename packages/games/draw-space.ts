import type { Family } from "./bet.ts";
import { drawFor, type Uniform } from "./draw.ts";

/** Shape of a family's draw: `count` numbers from `lowest` on, and whether one may repeat. */
export interface Shape {
  readonly length: number;
  readonly lowest: number;
  readonly count: number;
  readonly distinct: boolean;
}

/** The shape of each family's draw. */
export const SHAPES: Readonly<Record<Family, Shape>> = {
  "five-digits": { length: 5, lowest: 0, count: 10, distinct: false },
  dice: { length: 3, lowest: 1, count: 6, distinct: false },
  racing: { length: 10, lowest: 1, count: 10, distinct: true },
  "mark-six": { length: 7, lowest: 1, count: 49, distinct: true },
};

/** Number of distinct results that this many places can have. */
export function tuples({ count, distinct }: Shape, places: number): number {
  let all = 1;
  for (let at = 0; at < places; at++) all *= distinct ? count - at : count;
  return all;
}

/** The place of a draw among those that differ in these places. */
export function indexOf(
  numbers: readonly number[],
  places: readonly number[],
  radix: number,
  lowest: number,
): number {
  let index = 0;
  for (const place of places) index = index * radix + (numbers[place] ?? 0) - lowest;
  return index;
}

/** Returns one draw after another, and undefined after the last. */
export type NextDraw = () => readonly number[] | undefined;

/**
 * Enumerates every draw that differs in these places, reusing one array: the other places hold the remaining numbers.
 */
export function odometer({ length, lowest, count, distinct }: Shape, places: readonly number[]): NextDraw {
  const numbers = Array.from({ length }, () => lowest);
  const others = numbers.map((_, place) => place).filter((place) => !places.includes(place));
  const used = new Uint8Array(lowest + count + 1);
  const above = lowest + count;

  /** Advances a place to its next free number; false, with the place cleared, if there is none. */
  function turn(place: number, from: number): boolean {
    let number = from;
    while (number < above && used[number] === 1) number++;
    if (number >= above) return false;
    if (distinct) used[number] = 1;
    numbers[place] = number;
    return true;
  }
  /** Sets the places from `first` on, advancing earlier ones if no number is free; false after the last draw. */
  function set(first: number, begin: number): boolean {
    let [at, from] = [first, begin];
    while (at >= 0 && at < places.length) {
      if (turn(places[at] ?? 0, from)) {
        at++;
        from = lowest;
      } else {
        at--;
        const number = numbers[places[at] ?? 0] ?? 0;
        if (at >= 0) used[number] = 0;
        from = number + 1;
      }
    }
    return at >= 0;
  }

  let state: "new" | "running" | "over" = "new";
  return () => {
    if (state === "over") return undefined;
    const last = places.length - 1;
    let more: boolean;
    if (state === "new") more = set(0, lowest);
    else if (last < 0) more = false;
    else {
      const number = numbers[places[last] ?? 0] ?? 0;
      used[number] = 0;
      more = set(last, number + 1);
    }
    state = more ? "running" : "over";
    if (!more) return undefined;
    if (distinct) fillUp(numbers, others, used, lowest);
    return numbers;
  };
}

function fillUp(numbers: number[], places: readonly number[], used: Uint8Array, lowest: number): void {
  let next = lowest;
  for (const place of places) {
    while (used[next] === 1) next++;
    numbers[place] = next++;
  }
}

/** The first draws of a list, one after another. */
export function listed(draws: readonly (readonly number[])[], most: number): NextDraw {
  let at = 0;
  return () => (at < most ? draws[at++] : undefined);
}

/** Draws of a sample. */
export const SAMPLE_DRAWS = 40_000;
// Draws that are made before the generator yields.
const DRAWS_A_STEP = 1_000;

const samples = new Map<
  Family,
  { readonly draws: (readonly number[])[]; readonly next: () => readonly number[] }
>();

/** A fixed sample of a family's draws, made in steps when it is first needed. */
export function* sampleOf(family: Family): Generator<void, readonly (readonly number[])[]> {
  let sample = samples.get(family);
  if (sample === undefined) {
    const [draw, uniform] = [drawFor(family), fixedChance()];
    sample = { draws: [], next: () => draw(uniform) };
    samples.set(family, sample);
  }
  while (sample.draws.length < SAMPLE_DRAWS) {
    sample.draws.push(sample.next());
    if (sample.draws.length % DRAWS_A_STEP === 0) yield;
  }
  return sample.draws;
}

// The fixed seed of every sample, so that a coverage can be recomputed.
const SEED = 0x1_07_05;

/** The generator mulberry32: the same draws on every machine. Never used for a draw that is played for. */
function fixedChance(): Uniform {
  let state = SEED;
  return (n) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}
