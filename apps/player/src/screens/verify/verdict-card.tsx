import type { ProofVerdict } from "@lotus/fair";
import type { VerifyMessageKey } from "@lotus/locales";
import { CircleAlertIcon, ClockIcon, InfoIcon, joinClasses, ShieldCheckIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { ShownStep } from "./shown-steps.ts";
import { STEP_TITLES } from "./step-list.tsx";
import styles from "./verify.module.css";

interface VerdictCardProps {
  verdict: ProofVerdict;
  steps: readonly ShownStep[];
  tookMs: number;
  /** The reason, if the period was voided. */
  voided: string | null;
}

const TITLES = {
  valid: "verify.valid",
  pending: "verify.pending",
  voided: "verify.voided",
  invalid: "verify.invalid",
} as const satisfies Record<ProofVerdict, VerifyMessageKey>;

const ICONS: Readonly<Record<ProofVerdict, ReactNode>> = {
  valid: <ShieldCheckIcon size={28} aria-hidden />,
  pending: <ClockIcon size={28} aria-hidden />,
  voided: <InfoIcon size={28} aria-hidden />,
  invalid: <CircleAlertIcon size={28} aria-hidden />,
};

/** The verdict in a sentence, with the number of steps that passed and the duration on this device. */
export function VerdictCard({ verdict, steps, tookMs, voided }: VerdictCardProps) {
  const { t, number } = useI18n();
  const made = steps.filter(({ ok }) => ok !== null);
  const right = made.filter(({ ok }) => ok);
  const wrong = made.find(({ ok }) => ok === false);
  const count = { right: right.length, made: made.length, ms: number(Math.max(1, Math.round(tookMs))) };
  return (
    // A <div>, because an <output> may not hold blocks.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={joinClasses(styles.verdict, styles[verdict])}>
      {ICONS[verdict]}
      <div>
        <h2>{t(TITLES[verdict])}</h2>
        <p>
          {wrong === undefined
            ? t("verify.counted", count)
            : t("verify.wrongStep", { step: t(STEP_TITLES[wrong.key]) })}
        </p>
        {verdict === "voided" && (
          <p>
            {voided === "skipped" ? t("verify.skipped") : t("verify.voidedWords", { reason: voided ?? "" })}
          </p>
        )}
      </div>
    </div>
  );
}
