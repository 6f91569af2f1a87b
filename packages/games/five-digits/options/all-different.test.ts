import { hit, someOf, sorted } from "../../proof/expand.ts";
import { proveOption } from "../../proof/prove.ts";
import { ALL_FIVE } from "../five-digits.ts";
import { allDifferent } from "./all-different.ts";

proveOption(allDifferent("WX.Z120", ALL_FIVE), ({ numbers: digits = [] }) =>
  someOf(digits.map(Number), 5).map((five) => hit((numbers) => sorted(numbers) === sorted(five))),
);
