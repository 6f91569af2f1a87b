import type { CallData, CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Comparison } from "./comparison.ts";
import { balanceOf, type LedgerSums, type Movement, type Spent, sumOf } from "./ledger-sums.ts";
import type { Player } from "./player.ts";

type Bets = CallData<typeof CALLS.betList>;
type Report = CallData<typeof CALLS.report>;
type Figures = Omit<Report["days"][number], "day" | "accountBalance">;

/** Checks that exactly the acknowledged bets exist, with their stakes, and that all are settled. */
export async function compareBets(player: Player, to: Comparison): Promise<void> {
  const orders = new Map<string, Bets["list"][number]>();
  for (let cursor: string | null = ""; cursor !== null;) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Bets = await player.visit<Bets>(`/api/lottery/orderList/ALL?range=7d&page_size=100${from}`);
    for (const bet of page.list) orders.set(bet.orderNo, bet);
    cursor = page.nextCursor;
  }
  to.same("acknowledged bets", `bets of ${player.username}`, orders.size, player.bets.size);
  for (const bet of player.bets.values()) {
    const found = orders.get(bet.orderNo);
    to.same("acknowledged bets", bet.orderNo, found?.total, bet.total);
    const ends = bet.cancelled ? ["cancelled"] : ["won", "notWon", "cancelled"];
    to.same(
      "bets come to an end",
      `${bet.orderNo} is ${found?.status}`,
      ends.includes(found?.status ?? ""),
      true,
    );
    if (!bet.cancelled && found?.status === "cancelled")
      to.same("bets come to an end", `${bet.orderNo} is cancelled by`, found.cancelledBy, "void");
  }
}

/** Checks the money figures shown to a player against the ledger's rows. */
export async function compareMoney(player: Player, sums: LedgerSums, to: Comparison): Promise<void> {
  const rows = sums.of(player.id);
  const [cash, hold] = [1n, 2n].map((kind) => balanceOf(rows, BigInt(player.id) * 10n + kind));
  to.same("balances", player.username, formatMoney(await player.balance()), formatMoney(cash ?? 0n));
  const report = await player.visit<Report>("/api/user/report?range=7d");
  const spent = sums.spent.filter((one) => one.player === player.id);
  const total = formatMoney((cash ?? 0n) + (hold ?? 0n));
  to.same("report centre", `${player.username} accountBalance`, report.accountBalance, total);
  figures(`${player.username} in all`, report, figuresOf(rows, spent), to);
  const days = report.days.toReversed();
  const known = new Set(days.map(({ day }) => day));
  // No day with a movement may be missing.
  for (const { at } of rows)
    if (!known.has(sums.dayOf(at))) to.same("report centre", sums.dayOf(at), "no day", "a day");
  for (const { day, accountBalance, ...reported } of report.days) {
    const own = rows.filter(({ at }) => sums.dayOf(at) === day);
    const upTo = rows.filter(({ at }) => sums.dayOf(at) <= day);
    const had = [1n, 2n].reduce((sum, kind) => sum + balanceOf(upTo, BigInt(player.id) * 10n + kind), 0n);
    to.same(
      "report centre, by day",
      `${player.username} ${day} accountBalance`,
      accountBalance,
      formatMoney(had),
    );
    figures(
      `${player.username} ${day}`,
      reported,
      figuresOf(
        own,
        spent.filter((one) => one.day === day),
      ),
      to,
    );
  }
  compareGames(player, report, rows, spent, sums, to);
}

function compareGames(
  player: Player,
  report: Report,
  rows: readonly Movement[],
  spent: readonly Spent[],
  sums: LedgerSums,
  to: Comparison,
): void {
  const paid = rows.filter(({ code }) => code === "payout");
  const games = new Set([...spent.map(({ game }) => game), ...paid.map((row) => sums.gameOf(row))]);
  to.same("report centre, by game", `${player.username} games`, report.games.length, games.size);
  for (const { gameCode, betCost, payout } of report.games) {
    const cost = spent.reduce((sum, one) => (one.game === gameCode ? sum + one.cost : sum), 0n);
    const won = paid.reduce((sum, row) => (sums.gameOf(row) === gameCode ? sum + row.amount : sum), 0n);
    to.same("report centre, by game", `${player.username} ${gameCode} betCost`, betCost, formatMoney(cost));
    to.same("report centre, by game", `${player.username} ${gameCode} payout`, payout, formatMoney(won));
  }
}

function figuresOf(rows: readonly Movement[], spent: readonly Spent[]): Figures {
  const cost = spent.reduce((sum, one) => sum + one.cost, 0n);
  const [payout, gift] = [sumOf(rows, "payout"), sumOf(rows, "gift")];
  const rebate = sumOf(rows, "rebate", "commission");
  const taken = sumOf(
    rows.filter(({ credit }) => credit < 1000n),
    "adjustment",
  );
  return {
    totalProfitLoss: formatMoney(payout - cost + rebate + gift),
    payoutRevenue: formatMoney(payout),
    betCost: formatMoney(cost),
    rebateIncome: formatMoney(rebate),
    activityGift: formatMoney(gift),
    deposit: formatMoney(sumOf(rows, "recharge")),
    withdrawal: formatMoney(sumOf(rows, "withdrawal", "withdrawal-fee")),
    transferOut: formatMoney(taken),
  };
}

function figures(where: string, reported: Figures, must: Figures, to: Comparison): void {
  const read = new Map(Object.entries(reported));
  for (const [name, value] of Object.entries(must))
    to.same("report centre", `${where} ${name}`, read.get(name), value);
}
