import { Alert, Box, Card, Typography } from "@mui/material";
import { FactList } from "../../components/fact-list.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { SalesButtons } from "../../features/sales-buttons.tsx";
import { useConfig } from "../../shell/use-config.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { DashboardData } from "./dashboard-data.ts";

const SLOW_MS = 5_000;
const FAR_MS = 2_000;

/** Whether draws are on time, witnesses cosign the log, and live events are delivered promptly. */
export function DrawsCard({ data }: { readonly data: DashboardData }) {
  const t = useI18n();
  const { number, time } = useConfig();
  const { log, eventLagMs, clock, onSale, sales } = data;
  const clockTone = clock.held ? "bad" : Math.abs(clock.differenceMs) > FAR_MS ? "wait" : "quiet";
  return (
    <Card sx={{ p: 2.5, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        <Typography component="h2" variant="h3">
          {t("draws.title")}
        </Typography>
        <DrawsChip data={data} />
      </Box>
      {sales.stops.map(({ cause, since, reason, operator }) => (
        <Alert key={cause} severity="error">
          {t("sales.stopped")}{" "}
          {cause === "desk"
            ? t("sales.byDesk", { since: time(since), name: operator?.name ?? "–", reason: reason ?? "" })
            : t("sales.byBeacon", { since: time(since) })}
        </Alert>
      ))}
      <FactList
        facts={[
          { term: "draws.witnesses", value: <WitnessesChip log={log} /> },
          { term: "draws.logEntries", value: number(log.entries) },
          {
            term: "draws.onSale",
            value: (
              <StateChip
                tone={onSale.length === 0 ? "bad" : "quiet"}
                label={onSale.length === 0 ? t("draws.nothingOnSale") : onSale.map(gameName).join(", ")}
              />
            ),
          },
          {
            term: "draws.clock",
            value: (
              <StateChip
                tone={clockTone}
                label={t("draws.seconds", { count: number(clock.differenceMs / 1000) })}
              />
            ),
          },
          {
            term: "draws.eventLag",
            value: (
              <StateChip
                tone={eventLagMs > SLOW_MS ? "wait" : "quiet"}
                label={t("draws.seconds", { count: number(eventLagMs / 1000) })}
              />
            ),
          },
        ]}
      />
      <Box>
        <SalesButtons />
      </Box>
    </Card>
  );
}

/** Whether draws are on time now, and were all day. */
function DrawsChip({ data }: { readonly data: DashboardData }) {
  const t = useI18n();
  const { log, missing, late, clock, ruleVoids, skipped } = data;
  if (clock.held) return <StateChip tone="bad" label={t("draws.clockHeld")} />;
  if (missing.length > 0)
    return <StateChip tone="bad" label={t("draws.missing", { games: missing.map(gameName).join(", ") })} />;
  if (late.length > 0 || !log.isWatched) return <StateChip tone="bad" label={t("draws.late")} />;
  if (ruleVoids.count === 0 && skipped === 0) return <StateChip tone="good" label={t("draws.inTime")} />;
  return (
    <StateChip
      tone={ruleVoids.count > 0 ? "bad" : "wait"}
      label={t("draws.gone", { voids: ruleVoids.count, skipped })}
    />
  );
}

/** When a quorum of witnesses cosigned last, or that none is required. */
function WitnessesChip({ log: { isWatched, quorumAgeS } }: Pick<DashboardData, "log">) {
  const t = useI18n();
  const { number } = useConfig();
  if (quorumAgeS === null) return <StateChip tone="wait" label={t("draws.noWitnesses")} />;
  const label = t("draws.secondsAgo", { count: number(Math.round(quorumAgeS)) });
  return <StateChip tone={isWatched ? "quiet" : "bad"} label={label} />;
}
