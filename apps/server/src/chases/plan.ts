import type { CallBody, CALLS } from "@lotus/contract";
import { type Game, periodAt, periodByNo, periodsFrom } from "@lotus/games";
import { formatMoney, parseMoney, type Money } from "@lotus/money";
import { refuse, type Refused } from "../http/handler.ts";

type ChaseBody = CallBody<typeof CALLS.chase>;

/** The lines of a slip as they are sent. */
export type Bets = ChaseBody["bets"];

/** The planned periods of a chase, by number, in the order in which they draw. */
export interface Plan {
  readonly periods: readonly string[];
  readonly multiples: readonly number[];
}

type PlanRefusal = Refused<"PERIOD_UNKNOWN" | "PERIOD_NOT_OPEN" | "PERIOD_CLOSED">;

/**
 * The periods of a plan: consecutive ones of the game's schedule, the first the one on sale, or the next where the sale has
 * just closed. `now` in epoch milliseconds; the database's clock decides again.
 */
export function planOf(
  game: Game,
  { prize_no: first, multiples }: ChaseBody,
  now: number,
): Plan | PlanRefusal {
  const about = { values: { prizeNo: first }, data: { prizeNo: first } };
  const period = periodByNo(game, first);
  if (period === null) return refuse("PERIOD_UNKNOWN", about);
  if (now >= period.closeAt) return refuse("PERIOD_CLOSED", about);
  const current = periodAt(game, now);
  const next = now < current.closeAt ? current : periodAt(game, current.drawAt);
  if (period.openAt > next.openAt) return refuse("PERIOD_NOT_OPEN", about);
  const periods: string[] = [];
  for (const { periodNo } of periodsFrom(game, period.openAt)) {
    periods.push(periodNo);
    if (periods.length === multiples.length) break;
  }
  return { periods, multiples };
}

/** The lines with each stake multiplied, for one period of a plan. */
export function multiplied(bets: Bets, multiple: number): Bets {
  if (multiple === 1) return bets;
  return bets.map((bet) => ({ ...bet, amount: formatMoney(moneyOf(bet.amount) * BigInt(multiple)) }));
}

/** An amount that the contract has accepted. */
export function moneyOf(amount: string): Money {
  const parsed = parseMoney(amount);
  if (!parsed.ok) throw new Error(`no amount: ${amount}`);
  return parsed.value;
}
