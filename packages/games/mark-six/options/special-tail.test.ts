import { betOn, proveMarkSix } from "../../proof/mark-six.ts";
import { SPECIAL } from "../../proof/mark-six-views.ts";
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
