import { hit, oneOfEach } from "../../proof/expand.ts";
import { proveOption } from "../../proof/prove.ts";
import { FIRST_THREE } from "../five-digits.ts";
import { direct } from "./direct.ts";

proveOption(direct("QS.ZX", FIRST_THREE), ({ place1 = [], place2 = [], place3 = [] }) =>
  oneOfEach([place1, place2, place3]).map((bet) =>
    hit((numbers) => numbers.join("").startsWith(bet.join(""))),
  ),
);
