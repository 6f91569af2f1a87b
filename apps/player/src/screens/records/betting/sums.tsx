import { Card, Figure } from "@lotus/ui";
import { wireMoney } from "../../../request/wire-money.ts";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./betting.module.css";

/** What the listed bets cost and brought, and the difference: sign and triangle, gold for a gain alone. */
export function Sums({ bet, payout }: { bet: string; payout: string }) {
  const { t, money } = useWords();
  const net = wireMoney(payout) - wireMoney(bet);
  const mark = net > 0n ? "▲ " : net < 0n ? "▼ " : "";
  return (
    <Card padding="none">
      <dl className={styles.sums}>
        <div>
          <dt>{t("play.records.stake")}</dt>
          <dd>
            <Figure size={16}>{money(bet)}</Figure>
          </dd>
        </div>
        <div>
          <dt>{t("play.records.payout")}</dt>
          <dd>
            <Figure size={16}>{money(payout)}</Figure>
          </dd>
        </div>
        <div>
          <dt>{t("play.records.net")}</dt>
          <dd>
            <Figure
              size={16}
              tone={net > 0n ? "gold" : "text"}
            >{`${mark}${money(net, { signed: true })}`}</Figure>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
