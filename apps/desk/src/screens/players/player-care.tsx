import { Box, Card, TableCell, TableRow, Typography } from "@mui/material";
import type { CallData } from "@lotus/contract";
import { DESK_CALLS, type CareCaseRow } from "@lotus/contract/desk";
import { Moment } from "../../components/amount.tsx";
import { CallProblem } from "../../components/call-problem.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { CareActions } from "../../features/care-actions.tsx";
import { CareReasons } from "../../features/care-reasons.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useConfig } from "../../shell/use-config.ts";

type Care = CallData<typeof DESK_CALLS.playerCare>;

/** A player's score with its reasons and history, and the cases with what was done and whether play has changed. */
export function PlayerCare({ playerId }: { readonly playerId: string }) {
  const t = useI18n();
  const { data, error, reload } = useCall(DESK_CALLS.playerCare, { params: { id: playerId } });
  if (data === undefined) return <CallProblem error={error} reload={reload} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography color="textSecondary">{t("care.hint")}</Typography>
      <Card sx={{ p: 2, display: "grid", gap: 1 }}>
        <Typography component="h2" variant="h3">
          {t("care.score")} {data.score} · {t(`care.level.${levelName(data.level)}`)}
        </Typography>
        <CareReasons reasons={data.reasons} />
        <Typography color="textSecondary">
          {data.guardedUntil === null ? (
            t("care.notGuarded")
          ) : (
            <>
              {t("care.guarded")} <Moment at={data.guardedUntil} />
            </>
          )}
        </Typography>
      </Card>
      {data.cases.map((one) => (
        <Case key={one.id} one={one} onDone={reload} />
      ))}
      <History history={data.history} />
    </Box>
  );
}

const LEVELS = ["0", "1", "2", "3"] as const;

function levelName(level: number): (typeof LEVELS)[number] {
  return LEVELS[level] ?? "0";
}

function Case({ one, onDone }: { readonly one: Care["cases"][number]; readonly onDone: () => void }) {
  const t = useI18n();
  return (
    <TableCard
      title={`${t("care.cases")} ${one.id} · ${t(`care.status.${one.status}`)}`}
      action={one.status === "open" ? <CareActions care={one} onDone={onDone} /> : undefined}
      heads={["audit.time", "audit.action", "audit.operator", "audit.reason"]}
    >
      {one.events.map(({ what, operator, words, time }) => (
        <TableRow key={`${what} ${time}`}>
          <TableCell>
            <Moment at={time} />
          </TableCell>
          <TableCell>
            {t(`care.event.${what}`)}
            {what === "closed" && one.outcome !== null && ` · ${t(`care.outcome.${one.outcome}`)}`}
          </TableCell>
          <TableCell>{operator?.name ?? "–"}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{words}</TableCell>
        </TableRow>
      ))}
      <Compared label={t("care.before")} figures={one.before} />
      <Compared label={t("care.after")} figures={one.after} />
    </TableCard>
  );
}

function Compared({
  label,
  figures,
}: {
  readonly label: string;
  readonly figures: CareCaseRow["before"] | null;
}) {
  const t = useI18n();
  const { money } = useConfig();
  return (
    <TableRow>
      <TableCell colSpan={2}>{label}</TableCell>
      <TableCell colSpan={2}>
        {figures === null
          ? t("care.unknownYet")
          : t("care.figures", {
              staked: money(figures.staked),
              recharged: money(figures.recharged),
              nights: String(figures.nights),
            })}
      </TableCell>
    </TableRow>
  );
}

function History({ history }: { readonly history: Care["history"] }) {
  const t = useI18n();
  return (
    <TableCard
      title={t("care.history")}
      heads={["audit.time", { right: "care.score" }, "care.level"]}
      empty={history.length === 0 ? t("care.none") : undefined}
    >
      {history.map(({ time, score, level }) => (
        <TableRow key={time}>
          <TableCell>
            <Moment at={time} />
          </TableCell>
          <TableCell align="right">{score}</TableCell>
          <TableCell>{t(`care.level.${levelName(level)}`)}</TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
