import type { PeriodRow } from "@lotus/contract/desk";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

const TONES: Readonly<Record<PeriodRow["state"], Tone>> = {
  open: "info",
  closed: "wait",
  drawn: "wait",
  settled: "good",
  voided: "bad",
  skipped: "quiet",
};

/** The states of a period in chronological order. */
export const PERIOD_STATES = [
  "open",
  "closed",
  "drawn",
  "settled",
  "voided",
  "skipped",
] as const satisfies readonly PeriodRow["state"][];

/** A period's state, and whether a first operator has requested to void it. */
export function PeriodState({ period }: { readonly period: PeriodRow }) {
  const t = useI18n();
  const label = t(`period.state.${period.state}`);
  const isVoidRequested = period.voidAsked !== null && period.state !== "voided";
  return (
    <StateChip
      tone={isVoidRequested ? "bad" : TONES[period.state]}
      label={[
        label,
        ...(isVoidRequested ? [t("period.voidAsked")] : []),
        ...(period.late ? [t("period.late")] : []),
      ].join(" · ")}
    />
  );
}
