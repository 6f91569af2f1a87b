import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { kindsShown, PICKED_TAIL } from "../../testing/mark-six-views.ts";
import { ANY_TAIL, ANY_TAIL_MISS } from "./any-tail.ts";

for (const [option, wanted] of [
  [ANY_TAIL, true],
  [ANY_TAIL_MISS, false],
] as const) {
  proveMarkSix(
    option,
    ({ tail = [] }) =>
      tail.map((item) =>
        betOn(
          item === "0" ? "hit/tail0" : "hit/other",
          (drawn) => drawn.some((ball) => String(ball).endsWith(item)) === wanted,
        ),
      ),
    { view: kindsShown(PICKED_TAIL) },
  );
}
