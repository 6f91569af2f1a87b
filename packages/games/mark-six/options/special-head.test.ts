import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { SPECIAL_HEAD } from "./special-head.ts";

proveMarkSix(
  SPECIAL_HEAD,
  ({ head = [] }) =>
    head.map((item) =>
      betOn(item === "0" ? "hit/head0" : "hit/other", ([, , , , , , special = 0]) =>
        String(special).padStart(2, "0").startsWith(item),
      ),
    ),
  { view: SPECIAL },
);
