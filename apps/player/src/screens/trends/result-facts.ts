import type { DrawResult } from "@lotus/contract";
import { facts, findGame, type Zodiac } from "@lotus/games";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { valueName } from "./track-words.ts";

/** One line of facts about a result besides its numbers: its sum and the sides of its family. */
export function resultFacts(result: DrawResult, t: I18n["t"]): string {
  const facts = factsOf(result);
  if (facts === undefined) return "";
  const side = (value: string): string => valueName({ fact: "bigSmall" }, value, t);
  const parts =
    facts.family === "five-digits"
      ? [
          t("trends.total", { sum: facts.sum }),
          side(facts.bigSmall),
          side(facts.oddEven),
          side(facts.dragonTiger),
        ]
      : facts.family === "dice"
        ? [t("trends.total", { sum: facts.sum }), side(facts.bigSmall), side(facts.oddEven)]
        : facts.family === "racing"
          ? [
              t("trends.topTwoSum", { sum: facts.topTwoSum }),
              side(facts.topTwoBigSmall),
              side(facts.topTwoOddEven),
            ]
          : [t("trends.total", { sum: facts.total }), side(facts.totalBigSmall), side(facts.totalOddEven)];
  return parts.join(" · ");
}

/** The animals of a Mark Six result with their names, in the order drawn; undefined for any other. */
export function animalsOf(
  result: DrawResult,
  t: I18n["t"],
): readonly { readonly zodiac: Zodiac; readonly name: string }[] | undefined {
  const facts = factsOf(result);
  if (facts?.family !== "mark-six") return undefined;
  return facts.balls.map(({ zodiac }) => ({ zodiac, name: t(`app.zodiac.${zodiac}`) }));
}

function factsOf({ gameCode, numbers, facts: sent }: DrawResult) {
  const game = findGame(gameCode);
  const lunarYear = sent["lunarYear"];
  return game === undefined
    ? undefined
    : facts(game.code, numbers, typeof lunarYear === "number" ? lunarYear : undefined);
}
