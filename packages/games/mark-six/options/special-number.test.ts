import { betOn, proveMarkSix } from "../../proof/mark-six.ts";
import { SPECIAL } from "../../proof/mark-six-views.ts";
import { SPECIAL_NUMBER } from "./special-number.ts";

proveMarkSix(
  SPECIAL_NUMBER,
  ({ numbers = [] }) => numbers.map((number) => betOn("hit", (drawn) => String(drawn[6]) === number)),
  { view: SPECIAL },
);
