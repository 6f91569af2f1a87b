import { ceilDivide, type Money } from "@lotus/money";
import { turnoverOf, type Turnover } from "../../ledger/ledger.ts";
import type { Queries } from "../../db/database.ts";
import type { PayoutSettings } from "../payout-deps.ts";
import * as sql from "./withdrawals.sql.ts";

/** The turnover required before a withdrawal. */
export interface TurnoverDue extends Pick<Turnover, "leftOut" | "waiting" | "tail"> {
  readonly required: Money;
  /** What came in, which `required` is a percentage of. */
  readonly received: Money;
  readonly done: Money;
  readonly left: Money;
}

/** Turnover a player must reach before a withdrawal, and what is done of it. */
export async function turnoverDue(
  db: Queries,
  playerId: bigint,
  { turnoverPercent }: Pick<PayoutSettings, "turnoverPercent">,
): Promise<TurnoverDue> {
  const { received, staked, ...rest } = await turnoverOf(db, playerId);
  const required = ceilDivide(received * BigInt(turnoverPercent), 100n);
  return { required, received, done: staked, left: required > staked ? required - staked : 0n, ...rest };
}

/** Sum of what a player withdrew or asked for in the last 30 days; what was cancelled does not count. */
export async function withdrawnOf(db: Queries, playerId: bigint): Promise<Money> {
  const [row] = await db.query<{ withdrawn: bigint }>(sql.WITHDRAWN, [playerId]);
  return row?.withdrawn ?? 0n;
}
