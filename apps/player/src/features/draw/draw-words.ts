import type { DrawResult } from "@lotus/contract";
import { type Family, ZODIAC, type Zodiac } from "@lotus/games";
import type { DrawWords } from "../../artwork/draw-picture.tsx";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { factWords } from "./fact-words.ts";

/** Everything shown beside or below a draw: sum, sides, and the animals of the lunar year it was drawn in. */
export function drawWords(
  result: Pick<DrawResult, "facts">,
  { t, locale }: Pick<I18n, "t" | "locale">,
): DrawWords {
  const animals = animalsOf(result).map((zodiac) => ({ zodiac, name: t(`app.zodiac.${zodiac}`) }));
  return { ...factWords(result, t), ...(animals.length > 0 && { animals }), locale };
}

/**
 * The numbers of a draw for screen readers: the special number of Mark Six, set apart by a "+" on screen, gets its
 * name.
 */
export function spokenNumbers(family: Family, numbers: readonly number[], t: I18n["t"]): string {
  const special = family === "mark-six" ? numbers.at(-1) : undefined;
  if (special === undefined) return numbers.join(" ");
  return t("play.draw.special", { numbers: numbers.slice(0, -1).join(" "), special });
}

/** The animals of a Mark Six result, in the order drawn, as its facts name them; none for any other result. */
export function animalsOf({ facts }: Pick<DrawResult, "facts">): readonly Zodiac[] {
  const { balls } = facts;
  if (!Array.isArray(balls)) return [];
  const animals = balls.flatMap((ball: unknown) => {
    const name = typeof ball === "object" && ball !== null && "zodiac" in ball ? ball.zodiac : undefined;
    return ZODIAC.filter((zodiac) => zodiac === name);
  });
  // If one is unknown to this build, the others would shift to wrong positions.
  return animals.length === balls.length ? animals : [];
}
