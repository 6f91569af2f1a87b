import { formatFraction } from "@lotus/games";
import type { I18n } from "../../i18n/use-i18n.tsx";
import type { OmissionOfValue } from "./omission-of.ts";

/**
 * An omission in a sentence, with its exact chance in a fair game and that of the next draw, which is the same as
 * ever. Undefined if the chance is not known.
 */
export function omissionSentence(
  value: string,
  { draws, share, chance }: OmissionOfValue,
  { t, number }: Pick<I18n, "t" | "number">,
): string | undefined {
  if (chance === undefined) return undefined;
  const always = formatFraction(chance);
  if (share === undefined) return t("omission.justDrawn", { value, chance: always });
  return t("omission.sentence", {
    value,
    count: draws,
    part: share.part,
    of: number(share.of),
    chance: always,
  });
}
