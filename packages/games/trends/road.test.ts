import fc from "fast-check";
import { expect, test } from "vitest";
import { layRoad, roadOf } from "./road.ts";

const TIE = 2;
const outcomes = fc.array(fc.constantFrom(0, 1, TIE), { maxLength: 120 });

test("a change of side opens a column, a tie is marked on the draw before it", () => {
  expect(roadOf([TIE, TIE, 0, 0, TIE, 0, 1, TIE, TIE, 0], TIE)).toEqual({
    openingTies: 2,
    columns: [
      { value: 0, ties: [0, 1, 0] },
      { value: 1, ties: [2] },
      { value: 0, ties: [0] },
    ],
  });
  expect(roadOf([], TIE)).toEqual({ openingTies: 0, columns: [] });
});

test("a road can be read back into its outcomes", () => {
  fc.assert(
    fc.property(outcomes, (given) => {
      const { openingTies, columns } = roadOf(given, TIE);
      const ties = (count: number): number[] => Array.from({ length: count }, () => TIE);
      const read = columns.flatMap(({ value, ties: after }) =>
        after.flatMap((count) => [value, ...ties(count)]),
      );
      expect([...ties(openingTies), ...read]).toEqual(given);
      // Neighbouring columns are of different sides.
      expect(columns.every(({ value }, at) => columns[at - 1]?.value !== value)).toBe(true);
    }),
  );
});

test("a run turns right at the floor and above what is already there", () => {
  const at = (value: number, length: number) => ({ value, ties: Array.from({ length }, () => 0) });
  const cells = layRoad({ columns: [at(0, 5), at(1, 4)] }, 3).map(({ column, row }) => [column, row]);
  expect(cells).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 2],
    [1, 0],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
});

test("every draw with a side has its own cell on the grid", () => {
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 1, max: 6 }), (given, rows) => {
      const beads = layRoad(roadOf(given, TIE), rows);
      expect(beads.map(({ value }) => value)).toEqual(given.filter((value) => value !== TIE));
      expect(new Set(beads.map(({ column, row }) => `${column} ${row}`)).size).toBe(beads.length);
      expect(beads.every(({ row }) => row >= 0 && row < rows)).toBe(true);
    }),
  );
});
