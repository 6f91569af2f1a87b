import { Alert, Box, Card, MenuItem, TableCell, TableRow, TextField, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { GAMES } from "@lotus/games";
import { useState } from "react";
import { Link, Title } from "react-admin";
import { useSearchParams } from "react-router-dom";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { Amount, Moment } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { firstWords } from "../../features/told-text.ts";
import { localInput, readLocal } from "../../i18n/days.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";

type Range = CallData<typeof DESK_CALLS.periodRange>;
type Outcome = CallData<typeof DESK_CALLS.voidPeriods>;
const EVERY_MS = 5_000;
const AT_FIRST_MS = 10 * 60_000;

/**
 * Voids several periods together: those of a game or all with draws in a time, or those (`?ids`) that a first person asked for.
 * What it costs stands above the button.
 */
export function Voids() {
  const t = useI18n();
  const [query] = useSearchParams();
  const ids = query.get("ids") ?? undefined;
  const { now } = useConfig();
  const [game, setGame] = useState("");
  const [between, setBetween] = useState(() => ({ from: now(), to: now() + AT_FIRST_MS }));
  const range = ids === undefined ? { ...between, ...(game !== "" && { game }) } : { ids };
  const { data, error, reload } = useCall(DESK_CALLS.periodRange, { query: range }, { everyMs: EVERY_MS });
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Title title={t("voids.title")} />
      {ids === undefined && (
        <Card sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 2 }}>
          <TextField
            select
            label={t("game.one")}
            value={game}
            onChange={(event) => setGame(event.target.value)}
            fullWidth={false}
            sx={{ minWidth: 160 }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t("voids.all")}</MenuItem>
            {GAMES.map(({ code }) => (
              <MenuItem key={code} value={code}>
                {gameName(code)}
              </MenuItem>
            ))}
          </TextField>
          <Instant
            label={t("voids.from")}
            at={between.from}
            onChange={(from) => setBetween({ from, to: Math.max(between.to, from) })}
          />
          <Instant label={t("voids.to")} at={between.to} onChange={(to) => setBetween({ ...between, to })} />
        </Card>
      )}
      {error !== null && <Alert severity="error">{error.message}</Alert>}
      {outcome !== undefined && <Done outcome={outcome} />}
      {data !== undefined && (
        <Chosen
          key={data.list.map(({ id }) => id).join()}
          range={data}
          onDone={(done) => {
            setOutcome(done);
            reload();
          }}
        />
      )}
    </Box>
  );
}

/** A time by the house's clock, to the minute. */
function Instant(props: {
  readonly label: string;
  readonly at: number;
  readonly onChange: (at: number) => void;
}) {
  const { timeZone } = useConfig();
  const [typed, setTyped] = useState(() => localInput(props.at, timeZone));
  return (
    <TextField
      type="datetime-local"
      label={props.label}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        const at = readLocal(event.target.value, timeZone);
        if (at !== undefined) props.onChange(at);
      }}
      slotProps={{ inputLabel: { shrink: true } }}
      fullWidth={false}
      sx={{ minWidth: 210 }}
    />
  );
}

function Done({ outcome: { list, asked, voided, refused } }: { readonly outcome: Outcome }) {
  const t = useI18n();
  return (
    <Alert severity={refused > 0 ? "warning" : "success"}>
      {t("voids.done", { voided, asked, refused })}
      {list
        .filter(({ outcome }) => outcome === "refused")
        .map(({ id, msg }) => (
          <Box key={id}>
            {id}: {msg}
          </Box>
        ))}
    </Alert>
  );
}

function Chosen({ range, onDone }: { readonly range: Range; readonly onDone: (done: Outcome) => void }) {
  const t = useI18n();
  const { call } = useDesk();
  const { id: ownId, money, currency } = useConfig();
  const whyNotSecond = useWhyNotSecond();
  const open = range.list.filter(({ isOpen }) => isOpen);
  const firsts = [...new Set(open.flatMap(({ voidAsked }) => voidAsked?.operator.id ?? []))];
  const isByYou = open.length > 0 && open.every(({ voidAsked }) => voidAsked?.operator.id === ownId);
  const isSecond = open.some(({ voidAsked }) => voidAsked !== null && voidAsked.operator.id !== ownId);
  const cost = t("voids.cost", {
    stake: `${money(range.stake)} ${currency}`,
    players: range.players,
    orders: range.orders,
    periods: range.periods,
  });
  const stays =
    range.paid === "0.00"
      ? t("voids.paidNothing")
      : t("voids.paid", { paid: `${money(range.paid)} ${currency}` });
  const summary = (
    <Typography sx={{ mb: 1 }}>
      <strong>{cost}</strong> {stays}
    </Typography>
  );
  return (
    <>
      <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Box sx={{ flex: "1 1 320px" }}>
          {summary}
          {firsts.length === 1 && open[0]?.voidAsked !== null && open[0] !== undefined && (
            <Typography color="textSecondary">
              {t("voids.second", {
                name: open[0].voidAsked.operator.name,
                reason: firstWords(open[0].voidAsked, t),
              })}
            </Typography>
          )}
        </Box>
        <ActionButton
          action="period.void"
          variant="danger"
          size="medium"
          label={t(isSecond ? "voids.voidSecond" : "voids.title")}
          blocked={
            open.length === 0
              ? t("voids.nothing")
              : isByYou
                ? t("period.voidAskedByYou")
                : whyNotSecond(firsts.filter((id) => id !== ownId))
          }
          summary={
            <>
              {summary}
              <Typography sx={{ mb: 1 }}>{t("period.voidTold")}</Typography>
            </>
          }
          run={({ reason, note, idempotencyKey }) =>
            call(
              DESK_CALLS.voidPeriods,
              { body: { ids: open.map(({ id }) => id), reason, ...note } },
              { idempotencyKey },
            )
          }
          onDone={onDone}
        />
      </Card>
      <Periods list={range.list} />
    </>
  );
}

function Periods({ list }: Pick<Range, "list">) {
  const t = useI18n();
  return (
    <TableCard
      title={t("resources.periods.name")}
      heads={[
        "period.one",
        "voids.what",
        { right: "period.orders" },
        { right: "period.stake" },
        { right: "period.payout" },
        { right: "period.drawAt" },
      ]}
      empty={list.length === 0 ? t("voids.none") : undefined}
    >
      {list.map(({ id, isOpen, state, orders, stake, payout, drawAt, voidAsked }) => (
        <TableRow key={id}>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Link to={`/periods/${id}/show`}>{id}</Link>
          </TableCell>
          <TableCell sx={isOpen ? {} : { color: "text.secondary" }}>
            {isOpen && voidAsked !== null
              ? t("voids.second", { name: voidAsked.operator.name, reason: firstWords(voidAsked, t) })
              : isOpen
                ? t("voids.period")
                : `${t("voids.cannot")} · ${t(`period.state.${state}`)}`}
          </TableCell>
          <TableCell align="right">{orders}</TableCell>
          <TableCell align="right">
            <Amount value={stake} />
          </TableCell>
          <TableCell align="right">
            <Amount value={payout} />
          </TableCell>
          <TableCell align="right">
            <Moment at={drawAt} />
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}
