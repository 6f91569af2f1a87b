import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";

/** Whether a recharge may come in: `limits-needed` where the rules want all deposit limits set first. */
export type RechargeVerdict = "allowed" | "excluded" | "limits-needed" | "over-limit";

const DEPOSIT_LIMITS = 3;

/**
 * Judges a recharge under the lock of the player's cash. `waiting` is the sum of the player's other recharges that are
 * still to be paid: they count, or several at once would pass the limit.
 */
export async function judgeRecharge(
  tx: Queries,
  { depositLimitsObligatory }: Pick<RulePack, "depositLimitsObligatory">,
  {
    playerId,
    amount,
    waiting,
  }: { readonly playerId: bigint; readonly amount: Money; readonly waiting: Money },
): Promise<RechargeVerdict> {
  const [row] = await tx.query<{ blocked: boolean; room: bigint | null; limits: number }>(sql.RECHARGE_ROOM, [
    playerId,
  ]);
  if (row === undefined) throw new Error("the room of a recharge was not answered");
  if (row.blocked) return "excluded";
  if (depositLimitsObligatory && row.limits < DEPOSIT_LIMITS) return "limits-needed";
  return row.room !== null && waiting + amount > row.room ? "over-limit" : "allowed";
}
