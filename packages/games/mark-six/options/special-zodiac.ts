import type { Outcome } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { chosenAt, has } from "../../picks.ts";
import { ZODIAC, zodiacIndexOf } from "../ball.ts";
import { BALLS, lunarYearOfDraw, markSixOption, REGULAR } from "../mark-six.ts";
import { LOST } from "../../bet.ts";
import { zodiacClass, zodiacItemKey } from "../zodiac-class.ts";

const wonIn = (zodiac: "year" | "other"): Outcome => ({
  wins: [{ tier: "hit", class: zodiac, count: 1 }],
  refunded: 0,
});
const YEAR = wonIn("year");
const OTHER = wonIn("other");

/** Special zodiac: every picked animal is a bet that the special ball is of it, 49 like any other. */
export const SPECIAL_ZODIAC = markSixOption({
  code: "SX.TX",
  board: { groups: [{ code: "zodiac", min: 1, max: ZODIAC.length, items: ZODIAC }] },
  tiers: [
    {
      code: "hit",
      classes: [
        { class: "year", p: fraction(5, BALLS.length) },
        { class: "other", p: fraction(4, BALLS.length) },
      ],
    },
  ],
  count: (picks) => chosenAt(picks, 0).indexes.length,
  settle: (picks, result) => {
    const lunarYear = lunarYearOfDraw(result);
    const animal = zodiacIndexOf(result.numbers[REGULAR] ?? 0, lunarYear);
    if (!has(chosenAt(picks, 0), animal)) return LOST;
    return zodiacClass(animal, lunarYear) === "year" ? YEAR : OTHER;
  },
  extremes: (picks, lunarYear) => {
    if (lunarYear === undefined) return [YEAR, OTHER];
    const chosen = chosenAt(picks, 0);
    const withYear = has(chosen, zodiacIndexOf(1, lunarYear));
    return [...(withYear ? [YEAR] : []), ...(chosen.indexes.length > (withYear ? 1 : 0) ? [OTHER] : [])];
  },
  itemKey: zodiacItemKey("hit"),
});
