import { judgeDomestic, judgeSides, SIDES, type Side } from "../sides.ts";
import { specialBall } from "../special-ball.ts";

// Two sides at once, by item.
const PAIRS: Readonly<Record<string, readonly Side[]>> = {
  "big-odd": ["big", "odd"],
  "big-even": ["big", "even"],
  "small-odd": ["small", "odd"],
  "small-even": ["small", "even"],
};

const SETS: Readonly<Record<string, readonly Side[]>> = {
  ...Object.fromEntries(SIDES.map((side) => [side, [side]])),
  ...PAIRS,
};

/** Sides of the special ball, alone and in pairs, and its animal domestic or wild; 49 returns the stake. */
export const SPECIAL_SIDES = specialBall({
  code: "TM.LM",
  group: "side",
  items: [...Object.keys(SETS), "domestic", "wild"],
  judge: (item, ball, lunarYear) => {
    const wanted = SETS[item];
    return wanted === undefined
      ? judgeDomestic(item === "domestic", ball, lunarYear)
      : judgeSides(wanted, ball);
  },
  byYear: true,
});
