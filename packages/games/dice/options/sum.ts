import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { diceOption, DRAWS } from "../dice.ts";

const SUMS = ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18"];
const SIDES = ["big", "small", "odd", "even"] as const;

// Falls of three dice with the sums 3 to 18.
const FALLS_BY_SUM = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];

// One fall for each sum: as much of the sum as can be on the first die, then on the second.
const FALL_OF_SUM = SUMS.map((text) => {
  const sum = Number(text);
  const first = Math.min(6, sum - 2);
  const second = Math.min(6, sum - first - 1);
  return [first, second, sum - first - second];
});

const SHOWS: Readonly<Record<(typeof SIDES)[number], (sum: number) => boolean>> = {
  big: (sum) => sum >= 11,
  small: (sum) => sum <= 10,
  odd: (sum) => sum % 2 === 1,
  even: (sum) => sum % 2 === 0,
};

/** Every ticked sum and side is a bet. Big is 11 to 18, small 3 to 10; triples count like any other sum. */
export const SUM = diceOption(
  {
    code: "HZ.HZ",
    tiers: [
      ...SUMS.map((sum, at) => ({
        code: `sum${sum}`,
        classes: [{ p: fraction(FALLS_BY_SUM[at] ?? 0, DRAWS) }],
      })),
      ...SIDES.map((side) => ({ code: side, classes: [{ p: fraction(1, 2) }] })),
    ],
    ...ticks({
      board: {
        groups: [
          { code: "sum", min: 0, max: SUMS.length, items: SUMS },
          { code: "side", min: 0, max: SIDES.length, items: SIDES },
        ],
        minTotal: 1,
      },
      tierOf: (group, item) => ({ tier: group === "sum" ? `sum${item}` : item }),
      judge: (group, item, [a = 0, b = 0, c = 0]) => {
        const sum = a + b + c;
        if (group === 0) return sum === item + 3 ? "wins" : "loses";
        const side = SIDES[item];
        return side !== undefined && SHOWS[side](sum) ? "wins" : "loses";
      },
    }),
  },
  FALL_OF_SUM,
);
