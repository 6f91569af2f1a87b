import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { SPECIAL_RANGE } from "./special-range.ts";

proveMarkSix(
  SPECIAL_RANGE,
  ({ range = [] }) =>
    range.map((item) => {
      const [from = 0, to = 0] = item.split("-").map(Number);
      return betOn(`hit/${item}`, ([, , , , , , special = 0]) => special >= from && special <= to);
    }),
  { view: SPECIAL },
);
