import { Card, DownloadIcon, GaugeIcon, IconButton, ListRow, NavBar, RefreshIcon } from "@lotus/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { useServerClock } from "../../api/server-clock.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { LossOffer } from "../../features/protection/loss-offer.tsx";
import { usePlayLimits } from "../../features/protection/play-limits.ts";
import { OfflineStrip } from "../../features/lobby-games/offline-strip.tsx";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { useShownTogether } from "../../queries/shown-together.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { DayCharts } from "./day-charts.tsx";
import { DayTable } from "./day-table.tsx";
import { Figures } from "./figures.tsx";
import { GameShares } from "./game-shares.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { Profit } from "./profit.tsx";
import { type ReportRange, RangeChoice } from "./range-choice.tsx";
import { dayOf, type Days, daysOf } from "../../features/days/days.ts";
import { type Report, type ReportDay, REPORT_KEY, reportQuery } from "./report-query.ts";
import { ReportSkeleton } from "./report-skeleton.tsx";
import styles from "./report.module.css";
import { saveReport } from "./save-report.ts";

/** The report centre: what the player won, spent and transferred over some days, as figures and charts. */
export function Screen() {
  const words = useI18n();
  const { t } = words;
  const { currency } = useAppConfig();
  const client = useQueryClient();
  const now = useServerClock();
  const [range, setRange] = useState<ReportRange>("7d");
  const today = dayOf(now());
  const days = typeof range === "string" ? daysOf(range, today) : range;
  const report = useQuery(reportQuery(days));
  // A settled bet or a decided order changes the figures.
  const stale = () => void client.invalidateQueries({ queryKey: REPORT_KEY });
  useLiveEvent("money", stale);
  useLiveEvent("order", stale);
  const isShown = useShownTogether(report, usePlayLimits());
  const data = isShown ? report.data : undefined;
  const refresh = useRefresh();
  return (
    <>
      <NavBar
        title={t("app.page.report")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          data === undefined ? (
            <IconButton
              label={t("report.refresh")}
              aria-busy={refresh.busy}
              icon={<RefreshIcon size={20} />}
              onClick={refresh.onRefresh}
            />
          ) : (
            <IconButton
              label={t("report.save")}
              icon={<DownloadIcon size={20} />}
              onClick={() => saveReport(data, days, words, currency.symbol)}
            />
          )
        }
      />
      {/* The bar has a button for it only while there is no file to save. */}
      <PullToRefresh {...refresh} button={data !== undefined}>
        <div className={styles.page}>
          <RangeChoice range={range} today={today} onChange={setRange} />
          <OfflineStrip words={t("report.offline")} />
          {isShown && <LossOffer />}
          {data !== undefined ? (
            <Found report={data} days={days} onWiden={() => setRange("30d")} canWiden={range !== "30d"} />
          ) : isShown && report.isError ? (
            <FailedState error={report.error} onRetry={() => void report.refetch()} />
          ) : (
            <ReportSkeleton days={days} />
          )}
        </div>
      </PullToRefresh>
    </>
  );
}

interface FoundProps {
  report: Report;
  days: Days;
  canWiden: boolean;
  onWiden: () => void;
}

function Found({ report, days, canWiden, onWiden }: FoundProps) {
  const { t } = useI18n();
  const nothing = isEmpty(report);
  return (
    <>
      {nothing ? (
        <NothingHere onWiden={canWiden ? onWiden : undefined} />
      ) : (
        <Profit report={report} days={days} />
      )}
      <Figures report={report} />
      {report.days.length > 1 && report.days.some(wasPlayed) && (
        <>
          <DayCharts report={report} days={days} />
          <DayTable days={report.days} />
        </>
      )}
      {report.games.length > 0 && <GameShares report={report} />}
      <Card padding="none">
        <ListRow
          icon={<GaugeIcon size={22} />}
          title={t("app.page.limits")}
          href={href("limits")}
          onClick={() => void navigation.push(href("limits"))}
        />
      </Card>
    </>
  );
}

const MOVING = [
  "payoutRevenue",
  "betCost",
  "rebateIncome",
  "activityGift",
  "deposit",
  "withdrawal",
  "transferOut",
] as const;

/** Whether a day has anything to chart. */
function wasPlayed({ betCost, totalProfitLoss }: ReportDay): boolean {
  return betCost !== "0.00" || totalProfitLoss !== "0.00";
}

function isEmpty(report: Report): boolean {
  return report.games.length === 0 && MOVING.every((name) => report[name] === "0.00");
}
