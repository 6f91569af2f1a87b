import type { Option } from "../../bet.ts";
import { colourOf } from "../ball.ts";
import { COLOURS } from "../mark-six.ts";
import { judgeSides, type Side } from "../sides.ts";
import { specialBall } from "../special-ball.ts";

function wave(code: string, halves: readonly (readonly Side[])[]): Option {
  const bets = new Map(
    COLOURS.flatMap((colour) =>
      halves.map((sides) => [[colour, ...sides].join("-"), { colour, sides }] as const),
    ),
  );
  return specialBall({
    code,
    group: "wave",
    items: [...bets.keys()],
    judge: (item, ball) => {
      const bet = bets.get(item);
      if (bet === undefined) return "loses";
      const verdict = judgeSides(bet.sides, ball);
      return verdict === "wins" && colourOf(ball) !== bet.colour ? "loses" : verdict;
    },
  });
}

/** Half wave: the special ball has the colour and the side; 49 returns the stake. */
export const HALF_WAVE = wave("BB.BB", [["big"], ["small"], ["odd"], ["even"], ["sum-odd"], ["sum-even"]]);

/** Half-half wave: the special ball has the colour, the size and the parity; 49 returns the stake. */
export const HALF_HALF_WAVE = wave("BB.BBB", [
  ["big", "odd"],
  ["big", "even"],
  ["small", "odd"],
  ["small", "even"],
]);
