import { CALLS } from "@lotus/contract";
import { ClockIcon } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServerSecond } from "../../components/use-server-second.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveEvent } from "../../live/live-events.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import { CareOffer } from "./care-offer.tsx";
import { IdleQuestion } from "./idle-question.tsx";
import { NetAtLogin } from "./net-at-login.tsx";
import { usePlayLimits } from "./play-limits.ts";
import { elapsedText, untilCheck } from "./play-session.ts";
import styles from "./protection.module.css";
import { RealityCheck } from "./reality-check.tsx";
import { usePlaySession } from "./use-play-session.ts";

const playSinceQuery = (since: number) =>
  queryOptions({
    queryKey: ["playSince", since],
    queryFn: ({ signal }) => api.call(CALLS.playSince, { query: { since } }, { signal, hideErrors: true }),
    staleTime: 30_000,
  });

/** How long and with what result the player has played: always visible, in full at a tap, and asked about in time. */
export function PlayLine() {
  const { t, money } = useI18n();
  const { session, answer } = usePlaySession();
  const now = useServerSecond();
  const rules = useAppConfig().protection;
  const minutes = usePlayLimits().data?.realityCheckMinutes;
  const [open, setOpen] = useState(false);
  const figures = useQuery(playSinceQuery(session.startedAt));
  useLiveEvent("balance", () => void figures.refetch());
  const elapsed = elapsedText(now - session.startedAt);
  const result = figures.data === undefined ? "" : `· ${money(figures.data.net, { signed: true })}`;
  const isDue = minutes !== undefined && untilCheck(session, minutes, now) <= 0;
  const dueAt = session.answeredAt + (minutes ?? 0) * 60_000;
  const pauseMs = isDue ? Math.max(0, dueAt + (rules?.realityCheck.pause ?? 0) * 60_000 - now) : 0;
  return (
    <>
      <button
        type="button"
        className={styles.playLine}
        aria-label={`${t("protection.clock", { time: elapsed })} ${result}`}
        onClick={() => setOpen(true)}
      >
        <ClockIcon size={14} aria-hidden />
        <span>{elapsed}</span>
        <span>{result}</span>
      </button>
      <RealityCheck
        open={open || isDue}
        mustAnswer={isDue}
        elapsed={elapsed}
        figures={figures.data}
        pauseMs={pauseMs}
        onAnswer={() => {
          setOpen(false);
          if (isDue) answer();
        }}
      />
      <CareOffer />
      <NetAtLogin days={rules?.netResultDays ?? null} />
      <IdleQuestion minutes={rules?.idleMinutes ?? 30} />
    </>
  );
}
