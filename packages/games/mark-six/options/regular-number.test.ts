import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { REGULAR_NUMBER } from "./regular-number.ts";

proveMarkSix(
  REGULAR_NUMBER,
  ({ numbers = [] }) =>
    numbers.map((number) => betOn("hit", (drawn) => drawn.slice(0, 6).includes(Number(number)))),
  { view: ballsByKind(PICKED_OR_NOT, "ignored") },
);
