import { wireMoney } from "../../api/wire-money.ts";
import { shortNo } from "../../features/draw/draw-phase.ts";
import type { PracticeBet } from "../../features/practice/practice-bet.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** What the bets of a period came to: points bet and points that came back, whichever is more. */
export function periodWords(bets: readonly PracticeBet[], { t, money }: I18n): string {
  const sum = (of: (bet: PracticeBet) => string) =>
    money(bets.reduce((total, bet) => total + wireMoney(of(bet)), 0n));
  return t("practice.settled", {
    no: shortNo(bets[0]?.prizeNo ?? ""),
    total: sum((bet) => bet.total),
    payout: sum((bet) => bet.payout),
  });
}
