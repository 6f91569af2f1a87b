import { ceilDivide, type Money } from "@lotus/money";
import { turnoverOf, type Turnover } from "../../ledger/ledger.ts";
import type { Queries } from "../../db/database.ts";
import type { PayoutSettings } from "../payout-deps.ts";

/** The turnover that stands before a withdrawal. */
export interface TurnoverDue extends Pick<Turnover, "leftOut" | "waiting" | "tail"> {
  readonly required: Money;
  readonly done: Money;
  readonly left: Money;
}

/** What a player has to bet before money can be withdrawn, and what of it is done. */
export async function turnoverDue(
  db: Queries,
  playerId: bigint,
  { turnoverPercent }: Pick<PayoutSettings, "turnoverPercent">,
): Promise<TurnoverDue> {
  const { received, staked, ...rest } = await turnoverOf(db, playerId);
  const required = ceilDivide(received * BigInt(turnoverPercent), 100n);
  return { required, done: staked, left: required > staked ? required - staked : 0n, ...rest };
}
