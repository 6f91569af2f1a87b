import { Card, Figure, IconButton, InfoIcon, Sheet } from "@lotus/ui";
import { useState } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { daysText } from "../../features/days/day-words.ts";
import { markOf } from "./money-signs.ts";
import type { Days } from "../../features/days/days.ts";
import type { Report } from "./report-query.ts";
import styles from "./report.module.css";

/** The profit: the sum with its mark and sign, the stakes behind it, and how it is computed. */
export function Profit({ report, days }: { report: Report; days: Days }) {
  const { t, money, locale } = useI18n();
  const [reading, setReading] = useState(false);
  const profit = wireMoney(report.totalProfitLoss);
  return (
    <Card>
      <div className={styles.profitHead}>
        <h2>{t("report.profit", { days: daysText(days, locale) })}</h2>
        <IconButton
          label={t("report.how")}
          icon={<InfoIcon size={20} />}
          className={styles.how}
          onClick={() => setReading(true)}
        />
      </div>
      <p className={styles.profit}>
        {profit !== 0n && (
          <span className={profit > 0n ? styles.up : styles.down} aria-hidden>
            {markOf(profit)}
          </span>
        )}
        <Figure size={28}>{money(profit, { signed: true })}</Figure>
        <span className={styles.onBets}>{t("report.onBets", { amount: money(report.betCost) })}</span>
      </p>
      <Sheet
        open={reading}
        onClose={() => setReading(false)}
        title={t("report.how")}
        closeLabel={t("app.close")}
      >
        <div className={styles.rules}>
          <p>
            <b>{t("report.howTotal")}</b>
          </p>
          <p>{t("report.howBets")}</p>
          <p>{t("report.howMoney")}</p>
        </div>
      </Sheet>
    </Card>
  );
}
