import {
  Alert,
  Box,
  Card,
  Checkbox,
  MenuItem,
  TableCell,
  TableRow,
  TextField,
  Typography,
} from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { GAMES } from "@lotus/games";
import { useState } from "react";
import { Link, Title } from "react-admin";
import { useSearchParams } from "react-router-dom";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { useAlone } from "../../components/alone.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { InstantField } from "../../components/instant-field.tsx";
import { useMay } from "../../actions/why-not.ts";
import { CallProblem } from "../../components/call-problem.tsx";
import { Forbidden } from "../../components/forbidden.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { firstWords } from "../../features/told-text.ts";
import { requestOf, VoidButtons } from "../../features/void-buttons.tsx";
import { useVoidCost, VoidCost } from "../../features/void-cost.tsx";
import { gameName, periodNameOf } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";

type Range = CallData<typeof DESK_CALLS.periodRange>;
type Outcome = CallData<typeof DESK_CALLS.voidPeriods>;
const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

/**
 * Voids several periods together: those of a game or all with draws in a time, or those (`?ids`) that a first person asked for.
 * It opens on the least there is: the game that is ill, else the one asked from (`?game`), and its next draw.
 */
export function Voids() {
  const t = useI18n();
  const may = useMay();
  if (!may("period.void")) return <Forbidden action="period.void" title={t("voids.title")} />;
  return <AllowedVoids />;
}

function AllowedVoids() {
  const t = useI18n();
  const [query] = useSearchParams();
  const ids = query.get("ids") ?? undefined;
  const { now } = useConfig();
  const ill = useIllGame();
  const [chosen, setChosen] = useState<string>();
  const game = chosen ?? ill.game ?? query.get("game") ?? GAMES[0]?.code ?? "";
  const [{ from, to }, setBetween] = useState<{ readonly from: number; readonly to?: number }>(() => ({
    from: now(),
  }));
  const until = to ?? from + spanOf(game);
  const range = ids === undefined ? { from, to: until, ...(game !== "" && { game }) } : { ids };
  const { data, error, reload } = useCall(
    DESK_CALLS.periodRange,
    { query: range },
    { everyMs: EVERY_MS, untold: true, enabled: ill.isKnown },
  );
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Title title={<PageTitle name={t("voids.title")} />} />
      {ids === undefined && (
        <Card sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 2 }}>
          <TextField
            select
            label={t("game.one")}
            value={game}
            onChange={(event) => setChosen(event.target.value)}
            fullWidth={false}
            sx={{ minWidth: 160 }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            {GAMES.map(({ code }) => (
              <MenuItem key={code} value={code}>
                {gameName(code)}
              </MenuItem>
            ))}
            <MenuItem value="">{t("voids.all")}</MenuItem>
          </TextField>
          <InstantField
            label={t("voids.from")}
            at={from}
            onChange={(at) => setBetween({ from: at, to: Math.max(until, at) })}
          />
          <InstantField label={t("voids.to")} at={until} onChange={(at) => setBetween({ from, to: at })} />
        </Card>
      )}
      <CallProblem error={error} reload={reload} />
      {outcome !== undefined && <Done outcome={outcome} />}
      {data !== undefined && (
        <Chosen
          key={JSON.stringify(range)}
          range={data}
          named={ids?.split(",") ?? []}
          onDone={(done) => {
            setOutcome(done);
            reload();
          }}
        />
      )}
    </Box>
  );
}

/** The time in which a game draws once; with all games, the shortest of them. */
function spanOf(code: string): number {
  const cycles = GAMES.filter((game) => code === "" || game.code === code);
  return Math.min(...cycles.map(({ cycleMinutes }) => cycleMinutes)) * MINUTE_MS;
}

/** The game whose draws are late or missing, or were void last. */
function useIllGame(): { readonly isKnown: boolean; readonly game: string | undefined } {
  const { data, error } = useCall(DESK_CALLS.dashboard, { query: {} });
  const ill = data?.late[0]?.id ?? data?.missing[0] ?? data?.ruleVoids.list[0]?.id;
  return { isKnown: data !== undefined || error !== null, game: ill?.split("-")[0] };
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
            {periodNameOf(id)}: {msg}
          </Box>
        ))}
    </Alert>
  );
}

interface ChosenProps {
  readonly range: Range;
  /** Those that the first person asked for together. */
  readonly named: readonly string[];
  readonly onDone: (done: Outcome) => void;
}

/** Which periods are to be voided: what was open when it was first seen stays chosen, so that it is named when its sale ends. */
function useChoice(list: Range["list"], named: readonly string[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set(named));
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const isNew = list.filter(({ id, isOpen }) => isOpen && !seen.has(id)).map(({ id }) => id);
  if (isNew.length > 0) setSeen(new Set([...seen, ...isNew]));
  const toggle = (id: string): void =>
    setWithout(new Set(without.has(id) ? [...without].filter((one) => one !== id) : [...without, id]));
  const ids = list
    .filter(({ id, state }) => seen.has(id) && !without.has(id) && state !== "voided")
    .map(({ id }) => id);
  return { ids, without, toggle };
}

/** The periods of a range: which of them to void, what that costs now, and the button. */
function Chosen({ range, named, onDone }: ChosenProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { id: ownId, money } = useConfig();
  const whyNotSecond = useWhyNotSecond();
  const limit = useAlone()?.voids;
  const { ids, without, toggle } = useChoice(range.list, named);
  const { data: cost, reload } = useVoidCost(ids);
  const open = ids.length === 0 ? [] : (cost?.list.filter(({ isOpen }) => isOpen) ?? []);
  const firsts = [...new Set(open.flatMap(({ voidAsked }) => voidAsked?.operator.id ?? []))];
  const isByYou = open.length > 0 && open.every(({ voidAsked }) => voidAsked?.operator.id === ownId);
  const proposal = requestOf(
    open.map(({ voidAsked }) => voidAsked),
    ownId,
  );
  const left = limit === undefined ? undefined : Math.max(0, limit.most - limit.used);
  const limits = limit === undefined || left === undefined ? "" : t("voids.left", { left, most: limit.most });
  const first = open[0]?.voidAsked;
  return (
    <>
      <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Box sx={{ flex: "1 1 320px" }}>
          {open.length > 0 && cost !== undefined && <VoidCost cost={cost} />}
          <Typography>
            {range.paid === "0.00" ? t("voids.paidNothing") : t("voids.paid", { paid: money(range.paid) })}
          </Typography>
          {open.length > 0 && <Typography color="textSecondary">{limits}</Typography>}
          {firsts.length === 1 && first !== null && first !== undefined && (
            <Typography color="textSecondary">
              {t("voids.second", { name: first.operator.name, reason: firstWords(first, t) })}
            </Typography>
          )}
        </Box>
        <VoidButtons
          label={t("voids.title")}
          size="medium"
          count={open.length}
          cost={cost}
          first={proposal}
          blocked={
            open.length === 0
              ? t("voids.nothing")
              : isByYou
                ? t("period.voidAskedByYou")
                : left !== undefined && open.length > left
                  ? `${t("voids.tooMany", { count: open.length })} ${limits}`
                  : whyNotSecond(firsts.filter((id) => id !== ownId))
          }
          run={({ reason, note, agreed, idempotencyKey }) =>
            call(
              DESK_CALLS.voidPeriods,
              { body: { ids, reason, ...note, ...agreed } },
              { idempotencyKey },
            ).finally(reload)
          }
          onDone={onDone}
        />
      </Card>
      <Periods list={range.list} without={without} onToggle={toggle} />
    </>
  );
}

interface PeriodsProps extends Pick<Range, "list"> {
  readonly without: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

function Periods({ list, without, onToggle }: PeriodsProps) {
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
      {list.map(({ id, isOpen, state, orders, refunded, stake, payout, drawAt, voidAsked }) => (
        <TableRow key={id}>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Checkbox
              size="small"
              sx={{ p: 0, mr: 1 }}
              checked={isOpen && !without.has(id)}
              disabled={!isOpen}
              onChange={() => onToggle(id)}
              slotProps={{ input: { "aria-label": periodNameOf(id) } }}
            />
            <Link to={`/periods/${id}/show`}>{periodNameOf(id)}</Link>
          </TableCell>
          <TableCell sx={isOpen ? {} : { color: "text.secondary" }}>
            {isOpen && voidAsked !== null
              ? t("voids.second", { name: voidAsked.operator.name, reason: firstWords(voidAsked, t) })
              : isOpen
                ? t("voids.period")
                : state === "voided"
                  ? refunded < orders
                    ? t("ruleVoid.refunding", { count: refunded, all: orders })
                    : t("voids.refunded", { count: refunded })
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
