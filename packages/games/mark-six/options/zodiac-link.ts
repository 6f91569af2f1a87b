import type { Option } from "../../bet.ts";
import { ZODIAC, zodiacIndexOf } from "../ball.ts";
import { lunarYearOfDraw } from "../mark-six.ts";
import { setsLink, type BallSets } from "../sets-link.ts";

/** The animals: four balls to each, five to that of the lunar year, which the first ball has. */
export const ANIMALS: BallSets = {
  group: "zodiac",
  items: ZODIAC,
  size: 4,
  oddSize: 5,
  oddClass: "year",
  oddAt: (lunarYear) => (lunarYear === undefined ? undefined : zodiacIndexOf(1, lunarYear)),
  shownBy: (result) => {
    const lunarYear = lunarYearOfDraw(result);
    let shown = 0;
    for (const ball of result.numbers) shown |= 1 << zodiacIndexOf(ball, lunarYear);
    return shown;
  },
};

/** Linked zodiacs: every choice of `linked` picked animals is a bet that each of them is drawn. */
export function zodiacsHit(linked: number): Option {
  return setsLink({ code: `SX.LX${String(linked)}`, sets: ANIMALS, linked, wants: "all" });
}

/** Linked zodiacs that miss: every choice of `linked` picked animals is a bet that none of them is drawn. */
export function zodiacsMiss(linked: number): Option {
  return setsLink({ code: `SX.LXB${String(linked)}`, sets: ANIMALS, linked, wants: "none" });
}
