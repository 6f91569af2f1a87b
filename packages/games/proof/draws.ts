import type { Family } from "../bet.ts";

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
