import { colourOf } from "../ball.ts";
import { COLOURS } from "../mark-six.ts";
import { specialBall } from "../special-ball.ts";

/** The colour of the special ball; 49 is green like any other ball. */
export const SPECIAL_COLOUR = specialBall({
  code: "TM.SB",
  group: "colour",
  items: COLOURS,
  tierOf: (item) => ({ tier: item }),
  judge: (item, ball) => (colourOf(ball) === item ? "wins" : "loses"),
});
