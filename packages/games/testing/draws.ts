import fc from "fast-check";
import type { Family, Option, Picks } from "../bet.ts";
import { forEveryRace } from "./races.ts";
import type { Visit } from "./visit.ts";

function everyRow(length: number, values: readonly number[]): number[][] {
  let rows: number[][] = [[]];
  for (let at = 0; at < length; at++) rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  return rows;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const made = new Map<Family, readonly (readonly number[])[]>();

/** Every draw of a family that is small enough to list: 100,000 of five digits, 216 of three dice. */
export function everyDraw(family: Family): readonly (readonly number[])[] {
  let draws = made.get(family);
  if (draws === undefined) {
    if (family === "five-digits") draws = everyRow(5, range(0, 9));
    else if (family === "dice") draws = everyRow(3, range(1, 6));
    else throw new RangeError(`the draws of ${family} are too many to list`);
    made.set(family, draws);
  }
  return draws;
}

/**
 * Visits every draw that a selection can tell apart from others: all that can be listed, and of the races
 * those that differ in what the selection looks at.
 */
export function forEveryDraw(option: Option, picks: Picks, visit: Visit): void {
  if (option.family === "racing") forEveryRace(picks, visit);
  else for (const numbers of everyDraw(option.family)) visit(numbers, 1);
}

/** Any draw of a family that is proved over every draw. */
export function anyDraw(family: Family): fc.Arbitrary<readonly number[]> {
  if (family === "racing") return fc.shuffledSubarray(range(1, 10), { minLength: 10 });
  const draws = everyDraw(family);
  return fc.nat(draws.length - 1).map((at) => draws[at] ?? []);
}
