import type { CallData, CALLS } from "@lotus/contract";
import type { DESK_CALLS } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import { turnoverByDay } from "./compare-agents.ts";
import type { Comparison } from "./comparison.ts";
import { type LedgerSums, type Movement, sumOf } from "./ledger-sums.ts";
import type { Operator } from "./operator.ts";
import type { Player } from "./player.ts";

type Dashboard = CallData<typeof DESK_CALLS.dashboard>;
type BookedDays = CallData<typeof DESK_CALLS.agentBooks>;
type MoneyOrders = CallData<typeof CALLS.orderList>;

const DAYS = 7;

/** Checks the desk's dashboard against the ledger's rows and the players' waiting orders. */
export async function compareDashboard(
  admin: Operator,
  players: readonly Player[],
  sums: LedgerSums,
  to: Comparison,
): Promise<void> {
  const { code, msg, data: board } = await admin.read<Dashboard>(`/desk/api/dashboard?days=${DAYS}`);
  if (code !== 0) throw new Error(`the dashboard was refused: ${code} ${msg}`);
  for (const reported of board.days) {
    const rows = sums.movements.filter(({ at }) => sums.dayOf(at) === reported.day);
    const must = {
      ...betting(rows),
      deposit: sumOf(rows, "recharge"),
      withdrawal: sumOf(rows, "withdrawal", "withdrawal-fee"),
    };
    compare(`dashboard ${reported.day}`, reported, must, to);
  }
  for (const reported of board.games) {
    const rows = sums.movements.filter((row) => sums.gameOf(row) === reported.gameCode);
    compare(`dashboard ${reported.gameCode}`, reported, betting(rows), to);
  }
  const shown = new Set(board.days.map(({ day }) => day));
  const outside = sums.movements.filter(({ at }) => !shown.has(sums.dayOf(at)));
  to.same("desk's dashboard", "rows of days that it does not show", outside.length, 0);
  const waiting = await Promise.all([waitingOf(players, "recharge"), waitingOf(players, "withdrawal")]);
  to.same("desk's dashboard, what waits", "recharges", board.pending.recharges, waiting[0]);
  to.same("desk's dashboard, what waits", "withdrawals", board.pending.withdrawals, waiting[1]);
  to.same(
    "desk's dashboard, what waits",
    "withdrawals that the ledger holds",
    board.pending.withdrawals,
    held(sums),
  );
  to.same("desk's dashboard", "money", board.money.state, "running");
  to.same("desk's dashboard", "late periods", board.late.length, 0);
}

/** Checks the desk's list of booked days against the ledger's rebate and commission. */
export async function compareBookedDays(admin: Operator, sums: LedgerSums, to: Comparison): Promise<void> {
  const { code, msg, data } = await admin.read<BookedDays>("/desk/api/agentDays?page_size=100");
  if (code !== 0) throw new Error(`the booked days were refused: ${code} ${msg}`);
  const booked = sums.movements.filter((row) => row.code === "rebate" || row.code === "commission");
  const counts = turnoverByDay(sums);
  const days = new Set(booked.map(({ reference }) => reference));
  for (const reported of data.list) {
    const rows = booked.filter(({ reference }) => reference === reported.id);
    const [rebate, commission] = [sumOf(rows, "rebate"), sumOf(rows, "commission")];
    const turnover = [...counts.values()].reduce((sum, days) => sum + (days.get(reported.id) ?? 0n), 0n);
    compare(`booked day ${reported.id}`, reported, { rebate, commission, turnover }, to);
    days.delete(reported.id);
  }
  to.same("desk's dashboard", "days in the ledger that are not listed", days.size, 0);
}

function betting(rows: readonly Movement[]): Record<"turnover" | "payouts" | "revenue", bigint> {
  const [turnover, payouts] = [sumOf(rows, "stake-release"), sumOf(rows, "payout")];
  return { turnover, payouts, revenue: turnover - payouts };
}

function compare(
  where: string,
  reported: object,
  must: Readonly<Record<string, bigint>>,
  to: Comparison,
): void {
  const read = new Map<string, unknown>(Object.entries(reported));
  for (const [name, value] of Object.entries(must))
    to.same("desk's dashboard", `${where} ${name}`, read.get(name), formatMoney(value));
}

/** Number of waiting orders of a kind, as shown to players. */
async function waitingOf(players: readonly Player[], type: "recharge" | "withdrawal"): Promise<number> {
  let count = 0;
  for (const player of players) {
    const path = `/api/user/orderList?type=${type}&status=pendingReview&range=7d&page_size=100`;
    count += (await player.visit<MoneyOrders>(path)).list.length;
  }
  return count;
}

/** Withdrawals that are held, neither paid nor returned. */
function held({ movements }: LedgerSums): number {
  const open = new Set(
    movements.flatMap(({ code, reference }) => (code === "withdrawal-hold" ? [reference] : [])),
  );
  for (const { code, reference } of movements)
    if (code === "withdrawal" || code === "withdrawal-return") open.delete(reference);
  return open.size;
}
