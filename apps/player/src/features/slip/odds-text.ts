import type { I18n } from "../../i18n/use-i18n.tsx";
import type { LineFigures } from "./slip-figures.ts";

/** Odds as shown beside a bet: "×97.50", or "×2.16–9.75" if they differ. */
export function oddsText(
  odds: NonNullable<LineFigures["odds"]>,
  { odds: write }: Pick<I18n, "odds">,
): string {
  const { least, most } = odds;
  return least === most ? `×${write(most)}` : `×${write(least)}–${write(most)}`;
}
