import { LIMIT_KINDS } from "@lotus/contract";
import { Card, NavBar, Skeleton, SkeletonGroup } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { BreakWords, ReturnButton } from "../../features/protection/break-page.tsx";
import { useCare } from "../../features/protection/care.ts";
import { HelpLines } from "../../features/protection/help-lines.tsx";
import {
  breakIn,
  type PlayLimit,
  type PlayLimits,
  usePlayLimits,
} from "../../features/protection/play-limits.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { appConfigQuery, useAppConfig } from "../../queries/app-config.ts";
import { useShownTogether } from "../../queries/shown-together.ts";
import { navigation } from "../../shell/navigation.ts";
import type { RouteQuery, ScreenProps } from "../../shell/routes.ts";
import { BreakCard } from "./break-card.tsx";
import { CareCard } from "./care-card.tsx";
import { CheckCard } from "./check-card.tsx";
import { hoursText } from "./durations.ts";
import { KindCard } from "./kind-card.tsx";
import { LimitSheet } from "./limit-sheet.tsx";
import styles from "./limits.module.css";
import { NetCard } from "./net-card.tsx";
import { useSection } from "./use-section.ts";

/** Play limits: breaks, what is set and used, results, and who helps. */
export function Screen({ query }: ScreenProps<RouteQuery<"limits">>) {
  const { t } = useI18n();
  const limits = usePlayLimits();
  const isShown = useShownTogether(limits, useCare(), useQuery(appConfigQuery));
  const data = isShown ? limits.data : undefined;
  useSection(query.section, data !== undefined);
  return (
    <>
      <NavBar title={t("app.page.limits")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      {data !== undefined ? (
        <Page limits={data} />
      ) : isShown && limits.isError ? (
        <FailedState error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <SkeletonGroup label={t("app.loading")} className={styles.page}>
          <Skeleton height={150} radius={16} />
          <Skeleton height={220} radius={16} />
          <Skeleton height={220} radius={16} />
        </SkeletonGroup>
      )}
    </>
  );
}

function Page({ limits }: { limits: PlayLimits }) {
  const words = useI18n();
  const { t } = words;
  const hours = useAppConfig().protection?.raiseHours ?? 24;
  const [edited, setEdited] = useState<PlayLimit | null>(null);
  const now = breakIn(limits, serverClock.now());
  return (
    <div className={styles.page}>
      {now !== null && (
        <Card ground="tint">
          <h2 className={styles.cardTitle}>{t(`protection.on.${now.kind}`)}</h2>
          <p className={styles.words}>
            <BreakWords now={now} />
          </p>
          {now.until === null && <ReturnButton />}
        </Card>
      )}
      <CareCard />
      <BreakCard now={now} />
      <p className={styles.intro}>{t("protection.intro", { time: hoursText(hours, words) })}</p>
      {LIMIT_KINDS.map((kind) => (
        <KindCard
          key={kind}
          kind={kind}
          limits={limits.limits.filter((limit) => limit.kind === kind)}
          onEdit={setEdited}
        />
      ))}
      <NetCard net={limits.net} />
      <CheckCard minutes={limits.realityCheckMinutes} />
      <HelpLines />
      <LimitSheet limit={edited} onClose={() => setEdited(null)} />
    </div>
  );
}
