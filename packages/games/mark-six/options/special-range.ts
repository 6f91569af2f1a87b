import { specialBall } from "../special-ball.ts";

const RANGES = ["1-10", "11-20", "21-30", "31-40", "41-49"];

/** The ten, or at the end nine, numbers among which the special ball lies. */
export const SPECIAL_RANGE = specialBall({
  code: "TM.FW",
  group: "range",
  items: RANGES,
  judge: (item, ball) => (RANGES.indexOf(item) === Math.floor((ball - 1) / 10) ? "wins" : "loses"),
});
