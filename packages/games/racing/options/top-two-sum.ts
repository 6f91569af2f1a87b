import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { racingOption } from "../racing.ts";
import {
  MIN_SUM,
  ORDERS_OF_TWO,
  ordersOf,
  RACE_OF_SUM,
  sumShows,
  TOP_TWO_SIDES,
  TOP_TWO_TIERS,
  topTwoSum,
  topTwoTier,
} from "../top-two.ts";

const SUMS = RACE_OF_SUM.map((_, at) => String(MIN_SUM + at));

const parts = ticks({
  board: {
    groups: [{ code: "top-two-sum", min: 0, max: SUMS.length, items: SUMS }, TOP_TWO_SIDES],
    minTotal: 1,
  },
  tierOf: (group, item) => ({ tier: group === TOP_TWO_SIDES.code ? topTwoTier(item) : `sum${item}` }),
  judge: (group, item, numbers) => {
    const sum = topTwoSum(numbers);
    return (group === 0 ? sum === MIN_SUM + item : sumShows(item, sum)) ? "wins" : "loses";
  },
});

/** Champion plus runner-up: every ticked sum and side of the sum is a bet. Big is 12 to 19. */
export const TOP_TWO_SUM = racingOption({
  code: "GYH.GYH",
  tiers: [
    ...SUMS.map((sum) => ({
      code: `sum${sum}`,
      classes: [{ p: fraction(ordersOf(Number(sum)), ORDERS_OF_TWO) }],
    })),
    ...TOP_TWO_TIERS,
  ],
  ...parts,
  extremes: (picks) => RACE_OF_SUM.map((numbers) => parts.settle(picks, { numbers })),
});
