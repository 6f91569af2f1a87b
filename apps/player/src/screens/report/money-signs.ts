import type { Money } from "@lotus/money";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** Length of a bar, as a float. A chart needs no exact cents: the figures themselves never become a float. */
export function lengthOf(text: string): number {
  return Number(text);
}

/** ▲ for a gain and ▼ for a loss, so that the meaning does not depend on colour or sign alone. */
export function markOf(amount: Money): string {
  return amount > 0n ? "▲" : amount < 0n ? "▼" : "";
}

/** An amount with its mark and its sign. */
export function marked(amount: Money, { money }: Pick<I18n, "money">): string {
  return `${markOf(amount)} ${money(amount, { signed: true })}`.trim();
}
