import { someOf } from "../../testing/expand.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { FOUR_HIT_ONE } from "./four-hit-one.ts";

proveMarkSix(
  FOUR_HIT_ONE,
  ({ numbers: picked = [] }) =>
    someOf(picked.map(Number), 4).map((bet) =>
      betOn("hit", (numbers) => numbers.slice(0, 6).some((ball) => bet.includes(ball))),
    ),
  { view: ballsByKind(PICKED_OR_NOT, "ignored") },
);
