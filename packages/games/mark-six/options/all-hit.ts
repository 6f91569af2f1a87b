import type { Option } from "../../bet.ts";
import { choices } from "../../combinations.ts";
import { numbersLink } from "../numbers-link.ts";

/** All hit: every choice of `size` picked numbers is a bet that all of them are regular balls. */
export function allHit(code: string, size: number): Option {
  return numbersLink({ code, size, wins: { hit: ({ regular }) => choices(regular, size) } });
}
