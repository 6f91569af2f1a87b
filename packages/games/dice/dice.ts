import { modeOf, type Option, type Outcome } from "../bet.ts";

/** The faces of a die as board items; the index of a face is the face less one. */
export const FACES = ["1", "2", "3", "4", "5", "6"] as const;

/** The pairs as board items, "11" to "66", in the order of the faces. */
export const PAIRS = FACES.map((face) => face.repeat(2));

/** The triples as board items, "111" to "666", in the order of the faces. */
export const TRIPLES = FACES.map((face) => face.repeat(3));

/** All the ways three dice can fall, 6³. */
export const DRAWS = 216;

/** No option depends on the order of the dice, so the 56 distinct falls represent all 216. */
export const FALLS: readonly (readonly [number, number, number])[] = [1, 2, 3, 4, 5, 6].flatMap((a) =>
  [1, 2, 3, 4, 5, 6]
    .filter((b) => b >= a)
    .flatMap((b) => [1, 2, 3, 4, 5, 6].filter((c) => c >= b).map((c) => [a, b, c] as const)),
);

/**
 * Completes an option of the dice family: its mode, and its extremes from settling every fall that it can
 * tell apart from others.
 */
export function diceOption(
  option: Omit<Option, "family" | "mode" | "extremes">,
  falls: readonly (readonly number[])[] = FALLS,
): Option {
  return {
    ...option,
    mode: modeOf(option.code),
    family: "dice",
    *extremes(picks): Generator<Outcome> {
      for (const numbers of falls) yield option.settle(picks, { numbers });
    },
  };
}

/** Number of dice that show a face. */
export function timesShown(numbers: readonly number[], face: number): number {
  let shown = 0;
  for (const number of numbers) if (number === face) shown++;
  return shown;
}
