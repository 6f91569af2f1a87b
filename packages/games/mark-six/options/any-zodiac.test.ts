import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { kindsShown, PICKED_ANIMAL } from "../../testing/mark-six-views.ts";
import { zodiacOf } from "../ball.ts";
import { ANY_ZODIAC, ANY_ZODIAC_MISS } from "./any-zodiac.ts";

for (const [option, wanted] of [
  [ANY_ZODIAC, true],
  [ANY_ZODIAC_MISS, false],
] as const) {
  proveMarkSix(
    option,
    ({ zodiac = [] }, lunarYear) =>
      zodiac.map((item) =>
        betOn(
          item === zodiacOf(1, lunarYear) ? "hit/year" : "hit/other",
          (drawn) => drawn.some((ball) => zodiacOf(ball, lunarYear) === item) === wanted,
        ),
      ),
    { view: kindsShown(PICKED_ANIMAL) },
  );
}
