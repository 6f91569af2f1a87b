import { CALLS } from "@lotus/contract";
import { ClockIcon } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServerSecond } from "../../components/use-server-second.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveEvent } from "../../live/live-events.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { api } from "../../session/api.ts";
import { BreakButton } from "./break-button.tsx";
import { caresEverywhere } from "./cares-everywhere.ts";
import { CareOffer } from "./care-offer.tsx";
import { IdleQuestion } from "./idle-question.tsx";
import { usePlayLimits } from "./play-limits.ts";
import { checkAt, elapsedText } from "./play-session.ts";
import styles from "./protection.module.css";
import { RealityCheck } from "./reality-check.tsx";
import { usePlaySession } from "./use-play-session.ts";
import { protecting, useProtect } from "./use-protect.ts";

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
  const limits = usePlayLimits().data;
  const protect = useProtect();
  const [open, setOpen] = useState(false);
  const figures = useQuery(playSinceQuery(session.startedAt));
  useLiveEvent("balance", () => void figures.refetch());
  const elapsed = elapsedText(now - session.startedAt);
  const result = figures.data === undefined ? "" : `· ${money(figures.data.net, { signed: true })}`;
  const pauseMinutes = rules?.realityCheck.pause ?? 0;
  const { isDue, pauseMs } = checkAt(session, { limits, pauseMinutes }, now);
  const answerCheck = () => {
    answer();
    // Where a pause follows, the server must know: it refuses bets until then.
    if (pauseMinutes > 0) protect.mutate(protecting.realityChecked);
  };
  return (
    <>
      <div className={styles.playBar}>
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
        {rules?.breakOnEveryPage === true && <BreakButton />}
      </div>
      <RealityCheck
        open={open || isDue}
        mustAnswer={isDue}
        elapsed={elapsed}
        figures={figures.data}
        pauseMs={pauseMs}
        onAnswer={() => {
          setOpen(false);
          if (isDue) answerCheck();
        }}
      />
      <CareOffer />
      {/* Where the rules ask for it on every page, it is there already. */}
      {(rules === undefined || !caresEverywhere(rules)) && (
        <IdleQuestion minutes={rules?.idleMinutes ?? 30} />
      )}
    </>
  );
}
