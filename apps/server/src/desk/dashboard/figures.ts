import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import type { CalendarDay } from "../../ledger/ledger.ts";
import * as sql from "./dashboard.sql.ts";

interface BettingRow {
  readonly day: number;
  readonly game: string;
  readonly turnover: bigint;
  readonly payouts: bigint;
}
interface MoneyRow {
  readonly day: number;
  readonly deposit: bigint;
  readonly withdrawal: bigint;
}
interface Sum {
  turnover: bigint;
  payouts: bigint;
  deposit: bigint;
  withdrawal: bigint;
}

/** Turnover, payouts and their difference, as money strings of the API. */
interface Figures {
  readonly turnover: string;
  readonly payouts: string;
  readonly revenue: string;
}

/** Sums of the days, by day (newest first) and by game. */
export async function figuresOf(
  db: Queries,
  days: readonly CalendarDay[],
): Promise<{
  readonly days: (Figures & { day: string; deposit: string; withdrawal: string })[];
  readonly games: (Figures & { gameCode: string })[];
}> {
  const starts = days.map(({ start }) => start);
  const [betting, money] = await Promise.all([
    db.query<BettingRow & Record<string, unknown>>(sql.BETTING, [starts]),
    db.query<MoneyRow & Record<string, unknown>>(sql.MONEY, [starts]),
  ]);
  const byDay = days.map(({ day }) => ({
    day,
    turnover: 0n,
    payouts: 0n,
    deposit: 0n,
    withdrawal: 0n,
  }));
  const byGame = new Map<string, Pick<Sum, "turnover" | "payouts">>();
  for (const { day, game, turnover, payouts } of betting) {
    add(byDay[day - 1], { turnover, payouts });
    const sum = byGame.get(game) ?? { turnover: 0n, payouts: 0n };
    byGame.set(game, { turnover: sum.turnover + turnover, payouts: sum.payouts + payouts });
  }
  for (const { day, deposit, withdrawal } of money) add(byDay[day - 1], { deposit, withdrawal });
  return {
    days: byDay.toReversed().map(({ day, ...sum }) => ({
      day,
      deposit: formatMoney(sum.deposit),
      withdrawal: formatMoney(sum.withdrawal),
      ...shown(sum),
    })),
    games: [...byGame]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([gameCode, sum]) => ({ gameCode, ...shown(sum) })),
  };
}

function add(sum: Sum | undefined, change: Partial<Sum>): void {
  if (sum === undefined) return;
  sum.turnover += change.turnover ?? 0n;
  sum.payouts += change.payouts ?? 0n;
  sum.deposit += change.deposit ?? 0n;
  sum.withdrawal += change.withdrawal ?? 0n;
}

function shown({ turnover, payouts }: Pick<Sum, "turnover" | "payouts">): Figures {
  return {
    turnover: formatMoney(turnover),
    payouts: formatMoney(payouts),
    revenue: formatMoney(turnover - payouts),
  };
}
