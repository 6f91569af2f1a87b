import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { ANIMAL, kindsShown } from "../../testing/mark-six-views.ts";
import { zodiacOf } from "../ball.ts";
import { TOTAL_ZODIAC } from "./total-zodiac.ts";

proveMarkSix(
  TOTAL_ZODIAC,
  ({ count = [] }, lunarYear) =>
    count.map((item) => {
      const counts = item === "odd" ? [3, 5, 7] : item === "even" ? [2, 4, 6] : [Number(item)];
      const key = item === "odd" || item === "even" ? `count-${item}` : `count${item}`;
      return betOn(key, (drawn) =>
        counts.includes(new Set(drawn.map((ball) => zodiacOf(ball, lunarYear))).size),
      );
    }),
  { view: kindsShown(ANIMAL) },
);
