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

/** The states of a period, in the order they come. */
export const PERIOD_STATES = [
  "open",
  "closed",
  "drawn",
  "settled",
  "voided",
  "skipped",
] as const satisfies readonly PeriodRow["state"][];

/** A period's state; one that a first person asked to void says so. */
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
