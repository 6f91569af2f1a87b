import type { VerifyMessageKey } from "@lotus/locales";
import { CircleAlertIcon, ClockIcon, InfoIcon, joinClasses, ShieldCheckIcon, ShieldIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useServerSecond } from "../../components/use-server-second.ts";
import { allDrawFaultWords } from "../../features/fairness/draw-fault-words.ts";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import { type Standing, standingOf } from "./standing.ts";
import type { DoneCheck } from "./use-draw-check.ts";
import styles from "./verify.module.css";

const TITLES = {
  fair: "verify.fair",
  houseRun: "verify.houseRun",
  unwatched: "verify.unwatched",
  pending: "verify.pending",
  late: "verify.late",
  voided: "verify.voided",
  reportedVoid: "verify.reportedVoid",
  invalid: "verify.invalid",
  changed: "verify.changed",
} as const satisfies Record<Standing, VerifyMessageKey>;

const ICONS: Readonly<Record<Standing, ReactNode>> = {
  fair: <ShieldCheckIcon size={28} aria-hidden />,
  houseRun: <ShieldIcon size={28} aria-hidden />,
  unwatched: <ShieldIcon size={28} aria-hidden />,
  pending: <ClockIcon size={28} aria-hidden />,
  late: <ClockIcon size={28} aria-hidden />,
  voided: <InfoIcon size={28} aria-hidden />,
  reportedVoid: <InfoIcon size={28} aria-hidden />,
  invalid: <CircleAlertIcon size={28} aria-hidden />,
  changed: <CircleAlertIcon size={28} aria-hidden />,
};

/** The verdict in a sentence, with everything that is wrong, and what was computed here. */
export function VerdictCard({ check }: { check: DoneCheck }) {
  if (check.report.verdict === "pending") return <PendingVerdict check={check} />;
  return <Verdict check={check} standing={standingOf(check, serverClock.now())} />;
}

/** A draw that is not there yet becomes late while it is looked at. */
function PendingVerdict({ check }: { check: DoneCheck }) {
  return <Verdict check={check} standing={standingOf(check, useServerSecond())} />;
}

function Verdict({ check, standing }: { check: DoneCheck; standing: Standing }) {
  const words = useI18n();
  const { t, number } = words;
  const made = check.report.steps.filter(({ state }) => state !== "open");
  const right = made.filter(({ state }) => state === "ok");
  const faults = allDrawFaultWords(check.report, words);
  return (
    // A <div>, because an <output> may not hold blocks.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={joinClasses(styles.verdict, styles[standing])}>
      {ICONS[standing]}
      <div>
        <h2>{t(TITLES[standing])}</h2>
        {faults.length > 0 && (
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <p>{standingWords(standing, check, words)}</p>
        <p className={styles.counted}>
          {t("verify.counted", {
            right: right.length,
            made: made.length,
            ms: number(Math.max(1, Math.round(check.tookMs))),
          })}
        </p>
      </div>
    </div>
  );
}

const VOIDED = {
  entry: "verify.voidedByHouse",
  rule: "verify.voidedByRule",
  skipped: "verify.skipped",
} as const satisfies Record<string, VerifyMessageKey>;

function standingWords(standing: Standing, { report }: DoneCheck, { t, time }: I18n): string {
  if (standing === "voided") return t(VOIDED[report.voided?.by ?? "entry"]);
  if (standing !== "pending") return t(`verify.${standing}Words`);
  const drawAt = report.period?.entry.drawAt;
  return drawAt === undefined ? t("verify.lateWords") : t("verify.pendingWords", { time: time(drawAt) });
}
