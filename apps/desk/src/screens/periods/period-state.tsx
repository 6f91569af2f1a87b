import type { PeriodRow } from "@lotus/contract/desk";
import { Box, Tooltip } from "@mui/material";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

const TONES: Readonly<Record<PeriodRow["state"], Tone>> = {
  open: "info",
  closed: "wait",
  drawn: "wait",
  settled: "good",
  voided: "bad",
  skipped: "wait",
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

/** A period's state, whether a first operator has requested to void it, and whether it is late: a chip each. */
export function PeriodState({ period }: { readonly period: PeriodRow }) {
  const t = useI18n();
  return (
    <Box component="span" sx={{ display: "inline-flex", flexWrap: "wrap", gap: 0.5 }}>
      <Tooltip title={period.state === "skipped" ? t("period.skippedWhy") : ""}>
        <span>
          <StateChip tone={TONES[period.state]} label={t(`period.state.${period.state}`)} />
        </span>
      </Tooltip>
      {period.voidAsked !== null && period.state === "open" && (
        <StateChip tone="bad" label={t("period.voidAsked")} />
      )}
      {period.late && <StateChip tone="bad" label={t("period.late")} />}
    </Box>
  );
}
