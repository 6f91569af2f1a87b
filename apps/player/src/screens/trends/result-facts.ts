import type { DrawResult } from "@lotus/contract";
import { facts, findGame, type Zodiac } from "@lotus/games";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { valueName } from "./track-words.ts";

/** One line of facts about a result besides its numbers: its sum and the sides of its family. */
export function resultFacts(result: DrawResult, t: I18n["t"]): string {
  const said = factsOf(result);
  if (said === undefined) return "";
  const side = (value: string): string => valueName({ fact: "bigSmall" }, value, t);
  const parts =
    said.family === "five-digits"
      ? [
          t("trends.total", { sum: said.sum }),
          side(said.bigSmall),
          side(said.oddEven),
          side(said.dragonTiger),
        ]
      : said.family === "dice"
        ? [t("trends.total", { sum: said.sum }), side(said.bigSmall), side(said.oddEven)]
        : said.family === "racing"
          ? [
              t("trends.topTwoSum", { sum: said.topTwoSum }),
              side(said.topTwoBigSmall),
              side(said.topTwoOddEven),
            ]
          : [t("trends.total", { sum: said.total }), side(said.totalBigSmall), side(said.totalOddEven)];
  return parts.join(" · ");
}

/** The animals of a Mark Six result with their names, in the order drawn; undefined for any other. */
export function animalsOf(
  result: DrawResult,
  t: I18n["t"],
): readonly { readonly zodiac: Zodiac; readonly name: string }[] | undefined {
  const said = factsOf(result);
  if (said?.family !== "mark-six") return undefined;
  return said.balls.map(({ zodiac }) => ({ zodiac, name: t(`app.zodiac.${zodiac}`) }));
}

function factsOf({ gameCode, numbers, facts: sent }: DrawResult) {
  const game = findGame(gameCode);
  const lunarYear = sent["lunarYear"];
  return game === undefined
    ? undefined
    : facts(game.code, numbers, typeof lunarYear === "number" ? lunarYear : undefined);
}
