import type { Words } from "../../words/use-words.tsx";
import type { LineFigures } from "./slip-figures.ts";

/** Odds as they stand beside a bet: "×97.50", or "×2.16–9.75" where they differ. */
export function oddsText(
  odds: NonNullable<LineFigures["odds"]>,
  { odds: write }: Pick<Words, "odds">,
): string {
  const { least, most } = odds;
  return least === most ? `×${write(most)}` : `×${write(least)}–${write(most)}`;
}
