import type { BetRecord } from "@lotus/contract";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** A bet's name in records: "Last two · Direct", or the mode alone when the option's name adds nothing. */
export function recordName({ modeName, optionName }: Pick<BetRecord, "modeName" | "optionName">): string {
  return modeName === optionName || optionName === "" ? modeName : `${modeName} · ${optionName}`;
}

/** How a payout was computed: "1 × 2.00 × 97.50", tiers joined by " + ". Empty when nothing won. */
export function winSum(
  { tiers, betAmount }: Pick<BetRecord, "tiers" | "betAmount">,
  { money, odds, number }: Pick<I18n, "money" | "odds" | "number">,
): string {
  return tiers
    .filter((tier) => tier.wins > 0)
    .map((tier) => `${number(tier.wins)} × ${money(betAmount)} × ${odds(tier.odds)}`)
    .join(" + ");
}
