import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { SPECIAL_TAIL } from "./special-tail.ts";

proveMarkSix(
  SPECIAL_TAIL,
  ({ tail = [] }) =>
    tail.map((item) =>
      betOn(item === "0" ? "hit/tail0" : "hit/other", ([, , , , , , special = 0]) =>
        String(special).endsWith(item),
      ),
    ),
  { view: SPECIAL },
);
