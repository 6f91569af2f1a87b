import { BALLS_OF } from "../../testing/balls.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { SPECIAL_COLOUR } from "./special-colour.ts";

proveMarkSix(
  SPECIAL_COLOUR,
  ({ colour = [] }) =>
    colour.map((item) =>
      betOn(item, ([, , , , , , special = 0]) => BALLS_OF[item]?.includes(special) ?? false),
    ),
  { view: SPECIAL },
);
