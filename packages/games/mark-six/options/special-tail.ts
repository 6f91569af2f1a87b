import { TAILS } from "../mark-six.ts";
import { specialBall } from "../special-ball.ts";

/** The last digit of the special ball. Tail 0 has four balls, every other one five. */
export const SPECIAL_TAIL = specialBall({
  code: "WS.WEI",
  group: "tail",
  items: TAILS,
  tierOf: (item) => ({ tier: "hit", class: item === "0" ? "tail0" : "other" }),
  judge: (item, ball) => (ball % 10 === Number(item) ? "wins" : "loses"),
});
