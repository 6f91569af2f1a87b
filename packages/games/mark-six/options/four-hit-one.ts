import { choices } from "../../combinations.ts";
import { numbersLink } from "../numbers-link.ts";

/** Four hit one: every four picked numbers are a bet that a regular ball, or more of them, is among them. */
export const FOUR_HIT_ONE = numbersLink({
  code: "LM.SZY",
  size: 4,
  // All the bets but those whose four numbers are no regular ball.
  wins: { hit: ({ picked, regular }) => choices(picked, 4) - choices(picked - regular, 4) },
});
