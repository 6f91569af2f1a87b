import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { plateExtremes } from "../plate/extremes.ts";
import { plateMostWorth } from "../plate/max-worth.ts";
import { carAt, FIELD, placeGroups, racingOption } from "../racing.ts";
import {
  SIDES,
  sidesShown,
  sumShows,
  TOP_TWO_SIDES,
  TOP_TWO_TIERS,
  topTwoSum,
  topTwoTier,
} from "../top-two.ts";

const DUEL = "dragon-tiger";
const WINNERS = ["dragon", "tiger"];
const DUELS = FIELD / 2;
const EVEN_CHANCE = fraction(1, 2);

// The board's groups in order: the sum of the first two, the places, the duels.
const FIRST_PLACE = 1;
const FIRST_DUEL = FIRST_PLACE + FIELD;

const SHOWN = Array.from({ length: FIELD + 1 }, (_, car) => sidesShown(car, car > FIELD / 2));

/** Whether a car shows a side, by the side's index: 6 to 10 is big. */
function carShows(side: number, car: number): boolean {
  return ((SHOWN[car] ?? 0) & (1 << side)) !== 0;
}

function wins(group: number, item: number, numbers: readonly number[]): boolean {
  if (group < FIRST_PLACE) return sumShows(item, topTwoSum(numbers));
  if (group < FIRST_DUEL) return carShows(item, carAt(numbers, group - FIRST_PLACE));
  const place = group - FIRST_DUEL;
  const dragon = carAt(numbers, place) > carAt(numbers, FIELD - 1 - place);
  return (item === 0) === dragon;
}

/**
 * Two-sided plate: every tick is a bet on a side of the sum of champion and runner-up, on a side of the car
 * in one place, or on a duel of two places, the first against the tenth to the fifth against the sixth: the
 * car in the place further ahead is the greater (dragon) or the smaller (tiger). Cars never tie.
 */
export const TWO_SIDED_PLATE = racingOption({
  code: "LMP.LMP",
  tiers: [
    ...TOP_TWO_TIERS,
    { code: "side", classes: SIDES.map((side) => ({ class: side, p: EVEN_CHANCE })) },
    { code: DUEL, classes: WINNERS.map((winner) => ({ class: winner, p: EVEN_CHANCE })) },
  ],
  ...ticks({
    board: {
      groups: [
        TOP_TWO_SIDES,
        ...placeGroups(FIELD, SIDES, 0),
        ...Array.from({ length: DUELS }, (_, at) => ({
          code: `${DUEL}${String(at + 1)}`,
          min: 0,
          max: WINNERS.length,
          items: WINNERS,
        })),
      ],
      minTotal: 1,
    },
    tierOf: (group, item) => {
      if (group === TOP_TWO_SIDES.code) return { tier: topTwoTier(item) };
      return { tier: group.startsWith(DUEL) ? DUEL : "side", class: item };
    },
    judge: (group, item, numbers) => (wins(group, item, numbers) ? "wins" : "loses"),
  }),
  extremes: plateExtremes,
  maxWorth: (picks, _, worth) => plateMostWorth(picks, worth),
});
