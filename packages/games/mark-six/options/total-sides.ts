import type { DrawResult } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { markSixOption } from "../mark-six.ts";

const SIDES = ["big", "small", "odd", "even"] as const;
const BIG_FROM = 175;

// Of all 85,900,584 sets of seven balls, those with a total of 175 and over, and those with an odd total.
const SETS = 85_900_584;
const BIG_SETS = 43_428_958;
const ODD_SETS = 42_949_280;

const SETS_BY_SIDE = { big: BIG_SETS, small: SETS - BIG_SETS, odd: ODD_SETS, even: SETS - ODD_SETS };

const SHOWS: Readonly<Record<(typeof SIDES)[number], (total: number) => boolean>> = {
  big: (total) => total >= BIG_FROM,
  small: (total) => total < BIG_FROM,
  odd: (total) => total % 2 === 1,
  even: (total) => total % 2 === 0,
};

const parts = ticks({
  board: { groups: [{ code: "total", min: 1, max: SIDES.length, items: SIDES }] },
  tierOf: (_, item) => ({ tier: `total-${item}` }),
  judge: (_, item, numbers) => {
    let total = 0;
    for (const ball of numbers) total += ball;
    const side = SIDES[item];
    return side !== undefined && SHOWS[side](total) ? "wins" : "loses";
  },
});

// The totals 173 and 174, small, 175 and 176, big.
const DRAWS: readonly DrawResult[] = [23, 24, 25, 26].map((ball) => ({
  numbers: [ball, 1, 49, 2, 48, 3, 47],
}));

/** Total: every ticked side of the sum of all seven balls is a bet; big is 175 and over. */
export const TOTAL_SIDES = markSixOption({
  code: "ZM.ZH",
  tiers: SIDES.map((side) => ({
    code: `total-${side}`,
    classes: [{ p: fraction(SETS_BY_SIDE[side], SETS) }],
  })),
  ...parts,
  extremes: (picks) => DRAWS.map((draw) => parts.settle(picks, draw)),
});
