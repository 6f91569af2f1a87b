import { IconButton, NavBar, RefreshIcon, Skeleton, SkeletonGroup, Tabs } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { type AgentSummary, agentSummaryQuery } from "./agent-queries.ts";
import styles from "./agent.module.css";
import { DayList } from "./day-list.tsx";
import { Figures } from "./figures.tsx";
import { HowComputed } from "./how-computed.tsx";
import { Invitation } from "./invitation.tsx";
import { Team } from "./team.tsx";

/** The agent centre: invitation, team, its earnings, and the rates. */
export function Screen() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(agentSummaryQuery);
  const refresh = useRefresh();
  return (
    <>
      <NavBar
        title={t("app.page.agent")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("agent.refresh")}
            aria-busy={refresh.busy}
            icon={<RefreshIcon size={20} />}
            onClick={refresh.onRefresh}
          />
        }
      />
      <PullToRefresh {...refresh}>
        {data !== undefined ? (
          <Centre summary={data} />
        ) : error === null ? (
          <Loading />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )}
      </PullToRefresh>
    </>
  );
}

const PANEL = "agent-panel";
const VIEWS = ["team", "days", "how"] as const;
type View = (typeof VIEWS)[number];

function Centre({ summary }: { summary: AgentSummary }) {
  const { t } = useI18n();
  const [view, setView] = useState<View>("team");
  return (
    <>
      <div className={styles.page}>
        <Invitation code={summary.inviteCode} path={summary.link} />
        <Figures summary={summary} />
      </div>
      <Tabs
        label={t("agent.views")}
        panelId={PANEL}
        items={VIEWS.map((key) => ({ key, label: t(`agent.${key}`) }))}
        value={view}
        onChange={setView}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`agent.${view}`)} className={styles.page}>
        {view === "team" && <Team sizes={summary.teamSize} />}
        {view === "days" && <DayList />}
        {view === "how" && <HowComputed plan={summary.plan} next={summary.nextPlan} />}
      </div>
    </>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.page}>
      <Skeleton height={340} radius={16} />
      <Skeleton height={180} radius={16} />
      <Skeleton height={72} radius={16} />
    </SkeletonGroup>
  );
}
