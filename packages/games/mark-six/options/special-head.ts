import { specialBall } from "../special-ball.ts";

/** The first digit of the special ball, 0 below ten. Head 0 has nine balls, every other one ten. */
export const SPECIAL_HEAD = specialBall({
  code: "WS.TOU",
  group: "head",
  items: ["0", "1", "2", "3", "4"],
  tierOf: (item) => ({ tier: "hit", class: item === "0" ? "head0" : "other" }),
  judge: (item, ball) => (Math.floor(ball / 10) === Number(item) ? "wins" : "loses"),
});
