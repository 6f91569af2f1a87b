import { Box, Card, MenuItem, TableCell, TableRow, TextField, Typography } from "@mui/material";
import { type CallData, LIMIT_KINDS, LIMIT_WINDOWS, type LimitKind, type LimitWindow } from "@lotus/contract";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { formatMoney, parseMoneyInput } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { CallProblem } from "../../components/call-problem.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";

type Protection = CallData<typeof DESK_CALLS.playerProtection>;

/** A player's limits and breaks with their history, and what tightens them. Nothing here loosens any. */
export function PlayerProtection({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { data, error, reload } = useCall(DESK_CALLS.playerProtection, { params: { id: player.id } });
  if (data === undefined) return <CallProblem error={error} reload={reload} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography color="textSecondary">{t("protection.hint")}</Typography>
      <Card sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography sx={{ flex: 1, minWidth: 200 }}>
          <Breaks data={data} />
        </Typography>
        <Tighten player={player} onDone={reload} />
        <TimeOut player={player} onDone={reload} />
        <Exclude player={player} months={data.exclusionMonths} onDone={reload} />
      </Card>
      <Limits limits={data.limits} />
      <Changes name={player.username} changes={data.changes} />
    </Box>
  );
}

function Breaks({ data: { timeOutUntil, excludedUntil } }: { readonly data: Protection }) {
  const t = useI18n();
  if (excludedUntil !== null)
    return (
      <>
        {t("protection.excludedUntil")} <Moment at={excludedUntil} />
      </>
    );
  if (timeOutUntil === null) return t("protection.noBreak");
  return (
    <>
      {t("protection.timeOutUntil")} <Moment at={timeOutUntil} />
    </>
  );
}

interface TightenProps {
  readonly player: PlayerRecord;
  readonly onDone: () => void;
}

const summaryOf = ({ username, id }: PlayerRecord): string => `${username} · ${id}`;

function Tighten({ player, onDone }: TightenProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { currency, locale } = useConfig();
  const [kind, setKind] = useState<LimitKind>("deposit");
  const [window, setWindow] = useState<LimitWindow>("day");
  const [typed, setTyped] = useState("");
  const read = parseMoneyInput(typed, locale);
  return (
    <ActionButton
      action="protection.tighten"
      playerState={player.status}
      summary={summaryOf(player)}
      onOpen={() => setTyped("")}
      ready={read.ok && read.value > 0n}
      fields={
        <Box sx={{ display: "grid", gap: 2 }}>
          <TextField
            select
            label={t("protection.kind")}
            value={kind}
            onChange={(event) => setKind(LIMIT_KINDS.find((each) => each === event.target.value) ?? kind)}
          >
            {LIMIT_KINDS.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`protection.limit.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={t("protection.window")}
            value={window}
            onChange={(event) =>
              setWindow(LIMIT_WINDOWS.find((each) => each === event.target.value) ?? window)
            }
          >
            {LIMIT_WINDOWS.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`protection.window.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={`${t("protection.amount")} (${currency})`}
            value={typed}
            error={typed !== "" && !read.ok}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { inputMode: "decimal" } }}
          />
        </Box>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.tightenPlayerLimit,
          {
            params: { id: player.id },
            body: { kind, window, amount: formatMoney(read.ok ? read.value : 0n), reason },
          },
          { idempotencyKey },
        )
      }
      onDone={onDone}
    />
  );
}

const DAYS = [1, 7, 30, 42] as const;

function TimeOut({ player, onDone }: TightenProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [days, setDays] = useState<number>(1);
  return (
    <ActionButton
      action="protection.timeOut"
      playerState={player.status}
      summary={summaryOf(player)}
      fields={<Choice label={t("protection.days")} of={DAYS} value={days} onChange={setDays} />}
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.timeOutPlayer,
          { params: { id: player.id }, body: { days, reason } },
          { idempotencyKey },
        )
      }
      onDone={onDone}
    />
  );
}

function Exclude({ player, months: offered, onDone }: TightenProps & { readonly months: readonly number[] }) {
  const t = useI18n();
  const { call } = useDesk();
  const [months, setMonths] = useState(offered[0] ?? 6);
  return (
    <ActionButton
      action="protection.exclude"
      variant="danger"
      playerState={player.status}
      summary={summaryOf(player)}
      fields={<Choice label={t("protection.months")} of={offered} value={months} onChange={setMonths} />}
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.excludePlayer,
          { params: { id: player.id }, body: { months, reason } },
          { idempotencyKey },
        )
      }
      onDone={onDone}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly of: readonly number[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Choice({ label, of, value, onChange }: ChoiceProps) {
  return (
    <TextField select label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {of.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  );
}

function Limits({ limits }: { readonly limits: Protection["limits"] }) {
  const t = useI18n();
  const set = limits.filter(({ amount, pending }) => amount !== null || pending !== undefined);
  return (
    <TableCard
      title={t("player.tab.protection")}
      heads={[
        "protection.kind",
        "protection.window",
        { right: "protection.used" },
        { right: "protection.amount" },
      ]}
      empty={set.length === 0 ? t("protection.none") : undefined}
    >
      {set.map(({ kind, window, amount, used, pending }) => (
        <TableRow key={`${kind} ${window}`}>
          <TableCell>{t(`protection.limit.${kind}`)}</TableCell>
          <TableCell>{t(`protection.window.${window}`)}</TableCell>
          <TableCell align="right">
            <Amount value={used} />
          </TableCell>
          <TableCell align="right">
            {amount === null ? t("protection.none") : <Amount value={amount} strong />}
            {pending !== undefined && (
              <Typography variant="caption" color="textSecondary" component="p">
                {t("protection.pending")}:{" "}
                {pending.amount === null ? t("protection.none") : <Amount value={pending.amount} />}
              </Typography>
            )}
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}

function Changes(props: { readonly name: string; readonly changes: Protection["changes"] }) {
  const { name, changes } = props;
  const t = useI18n();
  return (
    <TableCard
      title={t("protection.changes")}
      heads={["audit.time", "protection.kind", "protection.amount", "audit.operator", "audit.reason"]}
      empty={changes.length === 0 ? t("protection.none") : undefined}
    >
      {changes.map(({ what, kind, window, before, after, until, operator, reason, time }) => (
        <TableRow key={`${what} ${kind} ${window} ${time}`}>
          <TableCell>
            <Moment at={time} />
          </TableCell>
          <TableCell>
            {t(`protection.what.${what}`)}
            {kind !== null && window !== null && (
              <Typography variant="caption" color="textSecondary" component="p">
                {t(`protection.limit.${kind}`)} · {t(`protection.window.${window}`)}
              </Typography>
            )}
          </TableCell>
          <TableCell>
            {until === null ? (
              <>
                {before === null ? "–" : <Amount value={before} />} →{" "}
                {after === null ? "–" : <Amount value={after} />}
              </>
            ) : (
              <Moment at={until} />
            )}
          </TableCell>
          <TableCell>{operator?.name ?? t("protection.byPlayer", { name })}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{reason}</TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
