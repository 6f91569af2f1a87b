import type { Group, Tier } from "../bet.ts";
import { fraction } from "../fraction.ts";
import { carAt, FIELD } from "./racing.ts";

/** The sides of a number as board items. */
export const SIDES = ["big", "small", "odd", "even"] as const;

/** The smallest sum of champion and runner-up. */
export const MIN_SUM = 3;

const MAX_SUM = 19;

/** The smallest sum that is big. */
export const BIG_SUM = 12;

/** Champion plus runner-up. */
export function topTwoSum(numbers: readonly number[]): number {
  return carAt(numbers, 0) + carAt(numbers, 1);
}

/** Bits of the sides, by their index, that a number shows which is big or not. */
export function sidesShown(number: number, big: boolean): number {
  return (big ? 1 : 2) | (number % 2 === 1 ? 4 : 8);
}

const SHOWN = Array.from({ length: MAX_SUM + 1 }, (_, sum) => sidesShown(sum, sum >= BIG_SUM));

/** Whether a sum of champion and runner-up shows a side, by the side's index: big is 12 and over. */
export function sumShows(side: number, sum: number): boolean {
  return ((SHOWN[sum] ?? 0) & (1 << side)) !== 0;
}

/** One champion for each order of two cars that has this sum. */
function championsOf(sum: number): number[] {
  return Array.from({ length: FIELD }, (_, at) => at + 1).filter((champion) => {
    const runnerUp = sum - champion;
    return runnerUp >= 1 && runnerUp <= FIELD && runnerUp !== champion;
  });
}

/** Of the orders of two cars, those that have this sum. */
export function ordersOf(sum: number): number {
  return championsOf(sum).length;
}

/** Orders that two of the cars can take the first two places in. */
export const ORDERS_OF_TWO = FIELD * (FIELD - 1);

/** The start of one race for each sum, 3 to 19, ascending. */
export const RACE_OF_SUM: readonly (readonly number[])[] = Array.from(
  { length: MAX_SUM - MIN_SUM + 1 },
  (_, at) => {
    const sum = MIN_SUM + at;
    const [champion = 0] = championsOf(sum);
    return [champion, sum - champion];
  },
);

/** The group of the sum's sides. */
export const TOP_TWO_SIDES: Group = { code: "top-two-side", min: 0, max: SIDES.length, items: SIDES };

/** A tier for each side of the sum, as their chances differ: "top-two-big" to "top-two-even". */
export const TOP_TWO_TIERS: readonly Tier[] = SIDES.map((side, at) => {
  let orders = 0;
  for (let sum = MIN_SUM; sum <= MAX_SUM; sum++) if (sumShows(at, sum)) orders += ordersOf(sum);
  return { code: topTwoTier(side), classes: [{ p: fraction(orders, ORDERS_OF_TWO) }] };
});

/** The tier of one side of the sum. */
export function topTwoTier(side: string): string {
  return `top-two-${side}`;
}
