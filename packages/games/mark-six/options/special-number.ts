import { numbersLink } from "../numbers-link.ts";

/** Special code: every picked number is a bet that it is the special ball. */
export const SPECIAL_NUMBER = numbersLink({
  code: "TM.TMA",
  size: 1,
  wins: { hit: ({ special }) => special },
});
