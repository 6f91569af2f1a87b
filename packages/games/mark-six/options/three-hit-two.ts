import { choices } from "../../combinations.ts";
import { numbersLink } from "../numbers-link.ts";

/**
 * Three hit two: every three picked numbers are a bet that two of them are regular balls. All three win the
 * better tier instead; the special is like any number that was not drawn.
 */
export const THREE_HIT_TWO = numbersLink({
  code: "LM.SZE",
  size: 3,
  wins: {
    two: ({ picked, regular }) => choices(regular, 2) * (picked - regular),
    three: ({ regular }) => choices(regular, 3),
  },
});
