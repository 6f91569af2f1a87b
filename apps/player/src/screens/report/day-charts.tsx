import { Card, Segmented } from "@lotus/ui";
import { useState } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { type Column, DayPlot } from "./day-plot.tsx";
import { dateOfMonth, daysText, dayText } from "../../features/days/day-words.ts";
import { lengthOf, marked } from "./money-signs.ts";
import type { Days } from "../../features/days/days.ts";
import type { Report, ReportDay } from "./report-query.ts";
import styles from "./report.module.css";
import { scaleOf } from "./scale.ts";

interface DayChartsProps {
  report: Report;
  days: Days;
}

/** The days as bars: the profit of each, or its stakes against its payouts. */
export function DayCharts({ report, days }: DayChartsProps) {
  const words = useI18n();
  const { t } = words;
  const [view, setView] = useState<"profit" | "bets">("profit");
  const Chart = view === "profit" ? ProfitChart : BetsChart;
  return (
    <Card>
      <h2 className={styles.cardTitle}>{t(view === "profit" ? "report.profitByDay" : "report.betsByDay")}</h2>
      <Segmented
        label={t("report.byDay")}
        items={[
          { key: "profit", label: t("report.profitShort") },
          { key: "bets", label: t("report.bets") },
        ]}
        value={view}
        onChange={setView}
      />
      <Chart report={report} days={days} words={words} />
    </Card>
  );
}

interface ChartProps extends DayChartsProps {
  words: I18n;
}

function ProfitChart({ report, days, words }: ChartProps) {
  const { t, money, locale } = words;
  const values = report.days.map(({ totalProfitLoss }) => lengthOf(totalProfitLoss));
  const last = report.days.at(-1);
  return (
    <>
      <DayPlot
        label={profitLabel(report.days, daysText(days, locale), words)}
        scale={scaleOf(values)}
        columns={columnsOf(report.days, ({ totalProfitLoss }) => {
          const value = lengthOf(totalProfitLoss);
          return [{ kind: value < 0 ? "loss" : "gain", value }];
        })}
        {...(last !== undefined && { last: money(last.totalProfitLoss, { signed: true }) })}
      />
      <ul className={styles.legend}>
        <li data-look="gain">{`▲ ${t("report.gain")}`}</li>
        <li data-look="loss">{`▼ ${t("report.loss")}`}</li>
      </ul>
    </>
  );
}

function BetsChart({ report, days, words }: ChartProps) {
  const { t, money, locale } = words;
  const sums = { bets: money(report.betCost), payouts: money(report.payoutRevenue) };
  return (
    <>
      <DayPlot
        label={t("report.betsWords", { days: daysText(days, locale), ...sums })}
        scale={scaleOf(
          report.days.flatMap(({ betCost, payoutRevenue }) => [lengthOf(betCost), lengthOf(payoutRevenue)]),
        )}
        columns={columnsOf(report.days, ({ betCost, payoutRevenue }) => [
          { kind: "bets", value: lengthOf(betCost) },
          { kind: "payouts", value: lengthOf(payoutRevenue) },
        ])}
      />
      <ul className={styles.legend}>
        <li data-look="bets">{`${t("report.bets")} ${sums.bets}`}</li>
        <li data-look="payouts">{`${t("report.payouts")} ${sums.payouts}`}</li>
      </ul>
    </>
  );
}

function columnsOf(days: readonly ReportDay[], barsOf: (day: ReportDay) => Column["bars"]): Column[] {
  return days.map((day) => ({ key: day.day, name: dateOfMonth(day.day), bars: barsOf(day) }));
}

/** The chart in words: its best and its worst day. */
function profitLabel(days: readonly ReportDay[], span: string, words: I18n): string {
  const sorted = days.toSorted((a, b) => Number(wireMoney(a.totalProfitLoss) - wireMoney(b.totalProfitLoss)));
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return span;
  return words.t("report.profitWords", {
    days: span,
    best: marked(wireMoney(best.totalProfitLoss), words),
    bestDay: dayText(best.day, words.locale),
    worst: marked(wireMoney(worst.totalProfitLoss), words),
    worstDay: dayText(worst.day, words.locale),
  });
}
