import type { Option } from "../../bet.ts";
import { choices } from "../../combinations.ts";
import { numbersLink } from "../numbers-link.ts";

/** All miss: every choice of `size` picked numbers is a bet that none of the seven balls is among them. */
export function allMiss(size: number): Option {
  return numbersLink({
    code: `QBZ.QBZ${String(size)}`,
    size,
    wins: { hit: ({ picked, regular, special }) => choices(picked - regular - special, size) },
  });
}
