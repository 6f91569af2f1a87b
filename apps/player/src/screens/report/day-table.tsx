import { Card, ChevronDownIcon } from "@lotus/ui";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { dayText } from "../../features/days/day-words.ts";
import { marked } from "./money-signs.ts";
import type { ReportDay } from "./report-query.ts";
import styles from "./report.module.css";

/** Above this number of days, the table is collapsed initially. */
const OPEN_UP_TO = 7;

/** Every day in figures, the latest first: the data of the charts as text. */
export function DayTable({ days }: { days: readonly ReportDay[] }) {
  const words = useI18n();
  const { t, money, locale } = words;
  return (
    <Card padding="none">
      {/* The key resets the collapsed state when the number of days changes. */}
      <details key={days.length} className={styles.fold} open={days.length <= OPEN_UP_TO}>
        <summary>
          <h2>{t("report.table")}</h2>
          <ChevronDownIcon size={20} aria-hidden />
        </summary>
        {/* Long figures scroll in their own box, also by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.tableBox} tabIndex={0} aria-label={t("report.table")}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("report.day")}</th>
                <th scope="col">{t("report.bets")}</th>
                <th scope="col">{t("report.payouts")}</th>
                <th scope="col">{t("report.profitShort")}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">{dayText(day.day, locale)}</th>
                  <td>{money(day.betCost)}</td>
                  <td>{money(day.payoutRevenue)}</td>
                  <td>{marked(wireMoney(day.totalProfitLoss), words)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Card>
  );
}
