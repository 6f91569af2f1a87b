import { LOST, type Outcome, type Picks } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { chosenAt, has } from "../../picks.ts";
import { TIE_BALL, ZODIAC, zodiacIndexOf } from "../ball.ts";
import { BALLS, lunarYearOfDraw, markSixOption, REGULAR } from "../mark-six.ts";
import type { ZodiacClass } from "../zodiac-class.ts";

const SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const REFUND: Outcome = { wins: [], refunded: 1 };

const wonBy = (picks: Picks, zodiac: ZodiacClass): Outcome => ({
  wins: [{ tier: `zodiacs${String(chosenAt(picks, 0).indexes.length)}`, class: zodiac, count: 1 }],
  refunded: 0,
});

const classOf = (picks: Picks, lunarYear: number): ZodiacClass =>
  has(chosenAt(picks, 0), zodiacIndexOf(1, lunarYear)) ? "year" : "other";

/**
 * Combined zodiac: however many animals are picked they are one bet, that the special ball is of one of
 * them; 49 returns the stake. As 49 is of the animal of the year, four balls of each animal are left to
 * win; picks with that animal are a class of their own all the same.
 */
export const COMBINED_ZODIAC = markSixOption({
  code: "SX.HX",
  board: { groups: [{ code: "zodiac", min: 2, max: 11, items: ZODIAC }] },
  tiers: SIZES.map((size) => {
    const [p, refund] = [fraction(size * 4, BALLS.length), fraction(1, BALLS.length)];
    return {
      code: `zodiacs${String(size)}`,
      classes: [
        { class: "other", p, refund },
        { class: "year", p, refund },
      ],
    };
  }),
  count: () => 1,
  settle: (picks, result) => {
    const special = result.numbers[REGULAR] ?? 0;
    if (special === TIE_BALL) return REFUND;
    const lunarYear = lunarYearOfDraw(result);
    if (!has(chosenAt(picks, 0), zodiacIndexOf(special, lunarYear))) return LOST;
    return wonBy(picks, classOf(picks, lunarYear));
  },
  extremes: (picks, lunarYear) =>
    lunarYear === undefined
      ? [wonBy(picks, "year"), wonBy(picks, "other")]
      : [wonBy(picks, classOf(picks, lunarYear))],
});
