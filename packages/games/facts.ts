import type { Family } from "./bet.ts";
import { familyOf, type GameCode } from "./catalog.ts";
import { diceFacts, type DiceFacts } from "./dice/facts.ts";
import { fiveDigitsFacts, type FiveDigitsFacts } from "./five-digits/facts.ts";
import { markSixFacts, type MarkSixFacts } from "./mark-six/facts.ts";
import { racingFacts, type RacingFacts } from "./racing/facts.ts";

/** Facts of a draw besides its numbers, by family. */
export type Facts = FiveDigitsFacts | DiceFacts | RacingFacts | MarkSixFacts;

const FACTS: Readonly<Record<Family, (numbers: readonly number[], lunarYear?: number) => Facts>> = {
  "five-digits": fiveDigitsFacts,
  dice: diceFacts,
  racing: racingFacts,
  "mark-six": (numbers, lunarYear) => {
    if (lunarYear === undefined) throw new TypeError("the facts of Mark Six need the lunar year");
    return markSixFacts(numbers, lunarYear);
  },
};

/** The facts of a game's draw. Mark Six needs the lunar year of the draw; it throws without it. */
export function facts(game: GameCode, numbers: readonly number[], lunarYear?: number): Facts {
  return FACTS[familyOf(game)](numbers, lunarYear);
}
