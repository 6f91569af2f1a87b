import { numbersLink } from "../numbers-link.ts";

/** Regular code: every picked number is a bet that it is one of the six regular balls. */
export const REGULAR_NUMBER = numbersLink({
  code: "ZM.ZMA",
  size: 1,
  wins: { hit: ({ regular }) => regular },
});
