import { BALLS_OF } from "../../proof/balls.ts";
import { betOn, proveMarkSix } from "../../proof/mark-six.ts";
import { SPECIAL } from "../../proof/mark-six-views.ts";
import { SPECIAL_COLOUR } from "./special-colour.ts";

proveMarkSix(
  SPECIAL_COLOUR,
  ({ colour = [] }) =>
    colour.map((item) =>
      betOn(item, ([, , , , , , special = 0]) => BALLS_OF[item]?.includes(special) ?? false),
    ),
  { view: SPECIAL },
);
