import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";

/** Whether nothing that may tempt to play is to reach the player, such as a gift: on a break, or by markers of harm. */
export async function isShielded(tx: Queries, playerId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ shielded: boolean }>(sql.SHIELDED, [playerId]);
  return row?.shielded === true;
}

/** Whether a recharge may come in: `limits-needed` where the rules want all deposit limits set first. */
export type RechargeVerdict = "allowed" | "excluded" | "limits-needed" | "over-limit";

const DEPOSIT_LIMITS = 3;

/**
 * Whether money that has come in may be credited, under the lock of the player's cash: the player may have begun a break or
 * lowered a limit since the recharge was asked for. Then it is to be sent back.
 */
export async function mayCredit(tx: Queries, playerId: bigint, amount: Money): Promise<boolean> {
  const rules = { depositLimitsObligatory: false };
  return (await judgeRecharge(tx, rules, { playerId, amount, waiting: 0n })) === "allowed";
}

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
