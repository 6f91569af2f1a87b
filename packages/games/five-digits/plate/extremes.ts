import type { Outcome, Pay, Picks } from "../../bet.ts";
import { ALL_FIVE, DIGITS } from "../five-digits.ts";
import { bestBy, type PlateWins } from "./best.ts";
import { SHAPE_OF_NUMBER, SHAPES } from "./shapes.ts";
import { outcomeOf, pricesOf } from "./tally.ts";
import type { Ticked } from "./ticked.ts";
import { seeWithShapes } from "./with-shapes.ts";
import { seeWithoutShapes } from "./without-shapes.ts";

type Draws = readonly (readonly number[])[];

// Representative draws for each value of a part: a digit on every ball, a sum, the first and the last digit, a shape in
// every area.
const WITH_DIGIT: Draws = DIGITS.map((_, digit) => ALL_FIVE.map(() => digit));
const WITH_SUM: Draws = Array.from({ length: 9 * ALL_FIVE.length + 1 }, (_, sum) =>
  ALL_FIVE.map((place) => Math.max(0, Math.min(9, sum - 9 * place))),
);
const WITH_ENDS: Draws = DIGITS.flatMap((_, first) => DIGITS.map((__, last) => [first, 0, 0, 0, last]));
const WITH_SHAPE: Draws = SHAPES.map((_, shape) => {
  const number = SHAPE_OF_NUMBER.indexOf(shape);
  const three = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10];
  // Three repeated digits have the same shape from any start.
  return ALL_FIVE.map((place) => three[place % 3] ?? 0);
});

// Wins of the parts by what they show. Panels are in board order; not all boards have the shapes.
function winsOf({ won }: Ticked, picks: Picks): PlateWins {
  const winsIn = (panel: number, draws: Draws): Int32Array => {
    const wins = new Int32Array(draws.length);
    for (let at = 0; at < draws.length; at++) wins[at] = won(picks, panel, draws[at] ?? []);
    return wins;
  };
  return {
    totals: winsIn(0, WITH_SUM),
    ends: winsIn(1, WITH_ENDS),
    first: winsIn(2, WITH_DIGIT),
    second: winsIn(3, WITH_DIGIT),
    third: winsIn(4, WITH_DIGIT),
    fourth: winsIn(5, WITH_DIGIT),
    fifth: winsIn(6, WITH_DIGIT),
    left: winsIn(7, WITH_SHAPE),
    middle: winsIn(8, WITH_SHAPE),
    right: winsIn(9, WITH_SHAPE),
  };
}

/**
 * The winning draws with the smallest and the largest payout of the picks. The panels are,
 * in order: total, first against last, five balls and, where the plate has them, the shapes of three areas.
 */
export function plateExtremes(ticked: Ticked, picks: Picks, pay: Pay): readonly Outcome[] {
  const wins = winsOf(ticked, picks);
  const best = bestBy(pricesOf(ticked.most(picks), pay));
  const shapesTicked = picks.chosen.slice(7).some(({ indexes }) => indexes.length > 0);
  if (shapesTicked) seeWithShapes(wins, best);
  else seeWithoutShapes(wins, best);
  return [outcomeOf(best.minTally), outcomeOf(best.maxTally)];
}
