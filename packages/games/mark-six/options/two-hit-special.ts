import { choices } from "../../combinations.ts";
import { numbersLink, type Caught } from "../numbers-link.ts";

const withSpecial = ({ regular, special }: Caught): number => regular * special;

/** Two hit special: every two picked numbers are a bet on two regular balls, or on one and the special. */
export const TWO_HIT_SPECIAL = numbersLink({
  code: "LM.EZT",
  size: 2,
  wins: { two: ({ regular }) => choices(regular, 2), special: withSpecial },
});

/** Special string: every two picked numbers are a bet on one regular ball and the special. */
export const SPECIAL_STRING = numbersLink({ code: "LM.TC", size: 2, wins: { hit: withSpecial } });
