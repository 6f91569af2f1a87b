import type { Money } from "@lotus/money";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** How long a bar is. A picture needs no cents: the figures themselves never go through a float. */
export function lengthOf(text: string): number {
  return Number(text);
}

/** ▲ for a gain and ▼ for a loss, so that neither colour nor sign is alone. */
export function markOf(amount: Money): string {
  return amount > 0n ? "▲" : amount < 0n ? "▼" : "";
}

/** An amount with its mark and its sign. */
export function marked(amount: Money, { money }: Pick<I18n, "money">): string {
  return `${markOf(amount)} ${money(amount, { signed: true })}`.trim();
}
