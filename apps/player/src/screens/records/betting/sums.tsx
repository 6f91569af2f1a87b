import { Card, Figure } from "@lotus/ui";
import type { BetPage } from "../../../features/game-data/queries.ts";
import { wireMoney } from "../../../api/wire-money.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./betting.module.css";

/**
 * Total stakes and payouts of the listed bets, and the difference: sign and triangle, gold for a gain only. Stakes of
 * open bets are listed separately and are neither gain nor loss.
 */
export function Sums({ bet, payout, pending = "0.00" }: NonNullable<BetPage["sum"]>) {
  const { t, money } = useI18n();
  const net = wireMoney(payout) - (wireMoney(bet) - wireMoney(pending));
  const mark = net > 0n ? "▲ " : net < 0n ? "▼ " : "";
  return (
    <Card padding="none">
      <dl className={styles.sums}>
        <Sum name={t("play.records.stake")}>
          <Figure size={16}>{money(bet)}</Figure>
        </Sum>
        {wireMoney(pending) > 0n && (
          <Sum name={t("play.records.pending")}>
            <Figure size={16}>{money(pending)}</Figure>
          </Sum>
        )}
        <Sum name={t("play.records.payout")}>
          <Figure size={16}>{money(payout)}</Figure>
        </Sum>
        <Sum name={t("play.records.net")}>
          <Figure
            size={16}
            tone={net > 0n ? "gold" : "text"}
          >{`${mark}${money(net, { signed: true })}`}</Figure>
        </Sum>
      </dl>
    </Card>
  );
}

function Sum({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
