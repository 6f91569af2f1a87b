import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { oneWin } from "../../hit.ts";
import { chosenAt } from "../../picks.ts";
import { ticks } from "../../ticks.ts";
import { digitShape } from "../facts.ts";
import { digitAt, digitOption, type Places } from "../five-digits.ts";

const SHAPES = ["triple", "straight", "pair"];

/**
 * Special shapes: every ticked shape is a bet that wins when three places have it: three equal digits
 * (triple), three neighbours in any order with 9 next to 0 (straight), or two equal digits (pair). No
 * number has two shapes.
 */
export function specialShapes(code: string, places: Places): Option {
  return digitOption({
    code,
    tiers: [
      { code: "triple", classes: [{ p: fraction(10, 1_000) }] },
      { code: "straight", classes: [{ p: fraction(60, 1_000) }] },
      { code: "pair", classes: [{ p: fraction(270, 1_000) }] },
    ],
    ...ticks({
      board: { groups: [{ code: "shape", min: 1, max: SHAPES.length, items: SHAPES }] },
      tierOf: (_, item) => ({ tier: item }),
      judge: (_, item, numbers) =>
        digitShape(places.map((place) => digitAt(numbers, place))) === SHAPES[item] ? "wins" : "loses",
    }),
    extremes: (picks) => chosenAt(picks, 0).indexes.map((item) => oneWin(SHAPES[item])),
  });
}
