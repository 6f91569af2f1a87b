import { DESK_CALLS, type BetRow } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { betState, type BetState, betStateOf, transactionType } from "@lotus/contract";
import { GAMES } from "@lotus/games";
import { Box } from "@mui/material";
import { DataTable, Link } from "react-admin";
import { DayFilter } from "../../components/day-filter.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { OrderTable } from "../../features/order-table.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Term } from "../../components/term.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { OrderNo } from "../../components/order-no.tsx";
import { gameName, periodName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

interface OfPlayer {
  readonly playerId: string;
}

type LedgerRow = CallData<typeof DESK_CALLS.playerLedger>["list"][number];
type SessionRow = CallData<typeof DESK_CALLS.playerSessions>["list"][number];
const LedgerColumn = DataTable.Col<LedgerRow>;
const BetColumn = DataTable.Col<BetRow>;
const SessionColumn = DataTable.Col<SessionRow>;

/** Every movement of the player's cash. */
export function PlayerLedger({ playerId }: OfPlayer) {
  const t = useI18n();
  const filters = [
    <ChoiceFilter
      key="type"
      source="type"
      label={t("ledger.type")}
      choices={transactionType.options.map((id) => ({ id, name: t(`ledger.type.${id}`) }))}
      alwaysOn
    />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
  return (
    <PagedList resource="playerLedger" filter={{ player: playerId }} filters={filters}>
      <DataTable<LedgerRow> bulkActionButtons={false} rowClick={false}>
        <LedgerColumn
          source="time"
          label={t("ledger.time")}
          disableSort
          render={({ time }) => <Moment at={time} />}
        />
        <LedgerColumn
          source="type"
          label={t("ledger.type")}
          disableSort
          render={({ type }) => t(`ledger.type.${type}`)}
        />
        <LedgerColumn
          source="amount"
          label={t("ledger.amount")}
          align="right"
          disableSort
          render={({ amount }) => <Amount value={amount} strong />}
        />
        <LedgerColumn
          source="balanceAfter"
          label={t("ledger.balanceAfter")}
          align="right"
          disableSort
          render={({ balanceAfter }) => <Amount value={balanceAfter} />}
        />
        <LedgerColumn
          source="reference"
          label={t("ledger.reference")}
          disableSort
          render={({ reference }) => <OrderNo>{reference}</OrderNo>}
        />
      </DataTable>
    </PagedList>
  );
}

const BET_TONES: Readonly<Record<BetState, Tone>> = {
  notDrawn: "info",
  drawn: "wait",
  won: "good",
  notWon: "quiet",
  returned: "quiet",
  cancelled: "quiet",
};

/** The player's bets, or a single one with a link to all. */
export function PlayerBets({ playerId, orderNo }: OfPlayer & { readonly orderNo?: string | undefined }) {
  const filters = useBetFilters();
  return (
    <>
      {orderNo !== undefined && <OneBetAlone playerId={playerId} orderNo={orderNo} />}
      <PagedList
        resource="playerBets"
        filter={{ player: playerId, ...(orderNo !== undefined && { orderNo }) }}
        {...(orderNo === undefined && { filters })}
      >
        <BetTable />
      </PagedList>
    </>
  );
}

function BetTable() {
  const t = useI18n();
  return (
    <DataTable<BetRow> bulkActionButtons={false} rowClick={false}>
      <BetColumn
        source="id"
        label={t("bet.no")}
        disableSort
        render={({ id, time }) => (
          <>
            <OrderNo>{id}</OrderNo>
            <Box sx={{ color: "text.secondary", fontSize: "0.78rem" }}>
              <Moment at={time} />
            </Box>
          </>
        )}
      />
      <BetColumn
        source="periodNo"
        label={t("bet.period")}
        disableSort
        render={(bet) => <PeriodLink bet={bet} />}
      />
      <BetColumn
        source="optionName"
        label={t("bet.option")}
        disableSort
        render={({ modeName, optionName }) => `${modeName} · ${optionName}`}
      />
      <BetColumn
        source="betNumbers"
        label={t("bet.numbers")}
        disableSort
        cellSx={() => ({ maxWidth: 260, overflowWrap: "anywhere" })}
      />
      <BetColumn
        source="total"
        label={t("bet.total")}
        align="right"
        disableSort
        render={({ total }) => <Amount value={total} />}
      />
      <BetColumn
        source="payout"
        label={t("bet.payout")}
        align="right"
        disableSort
        render={({ payout, refund }) => (
          <>
            <Amount value={payout} strong />
            {Number(refund) > 0 && (
              <Box sx={{ color: "text.secondary", fontSize: "0.75rem" }}>
                {t("bet.refund")} <Amount value={refund} />
              </Box>
            )}
          </>
        )}
      />
      <BetColumn
        source="status"
        label={t("bet.status")}
        disableSort
        render={(bet) => <BetStateChip state={betStateOf(bet)} />}
      />
    </DataTable>
  );
}

function BetStateChip({ state }: { readonly state: BetState }) {
  const t = useI18n();
  return <StateChip tone={BET_TONES[state]} label={t(`bet.status.${state}`)} />;
}

function PeriodLink({ bet }: { readonly bet: BetRow }) {
  return <Link to={`/periods/${bet.gameCode}-${bet.periodNo}/show`}>{periodName(bet)}</Link>;
}

function useBetFilters() {
  const t = useI18n();
  return [
    <ChoiceFilter
      key="game"
      source="game"
      label={t("game.one")}
      choices={GAMES.map(({ code }) => ({ id: code, name: gameName(code) }))}
      alwaysOn
    />,
    <ChoiceFilter
      key="state"
      source="state"
      label={t("bet.status")}
      choices={betState.options.map((id) => ({ id, name: t(`bet.status.${id}`) }))}
      alwaysOn
    />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
}

/** Note that only one bet is listed, with a link to all. */
function OneBetAlone({ playerId, orderNo }: OfPlayer & { readonly orderNo: string }) {
  const t = useI18n();
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", mb: 1 }}>
      <span>{t("bet.alone", { no: orderNo })}</span>
      <Link to={`/players/${playerId}/show`}>{t("bet.all")}</Link>
    </Box>
  );
}

/** The player's recharges or withdrawals. */
export function PlayerOrders({
  playerId,
  resource,
}: OfPlayer & { readonly resource: "recharges" | "withdrawals" }) {
  return (
    <PagedList key={resource} resource={resource} filter={{ playerId }}>
      <OrderTable ofPlayer />
    </PagedList>
  );
}

/** The player's sessions. */
export function PlayerSessions({ playerId }: OfPlayer) {
  const t = useI18n();
  return (
    <PagedList resource="playerSessions" filter={{ player: playerId }}>
      <DataTable<SessionRow> bulkActionButtons={false} rowClick={false}>
        <SessionColumn
          source="seenAt"
          label={<Term term="session.seenAt" />}
          disableSort
          render={({ seenAt }) => <Moment at={seenAt} />}
        />
        <SessionColumn
          source="createdAt"
          label={t("session.createdAt")}
          disableSort
          render={({ createdAt }) => <Moment at={createdAt} />}
        />
        <SessionColumn source="address" label={t("session.address")} disableSort />
        <SessionColumn source="userAgent" label={t("session.userAgent")} disableSort />
      </DataTable>
    </PagedList>
  );
}
