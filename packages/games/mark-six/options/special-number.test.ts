import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { SPECIAL_NUMBER } from "./special-number.ts";

proveMarkSix(
  SPECIAL_NUMBER,
  ({ numbers = [] }) => numbers.map((number) => betOn("hit", (drawn) => String(drawn[6]) === number)),
  { view: SPECIAL },
);
