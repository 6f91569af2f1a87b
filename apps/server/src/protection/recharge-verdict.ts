import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import { onBreak } from "./play-state.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";

/**
 * Why nothing that may tempt to play is to reach the player, such as a gift: excluded, on a break, or guarded because of
 * markers of harm; null if nothing forbids it.
 */
export async function shieldOf(
  tx: Queries,
  playerId: bigint,
): Promise<"excluded" | "break" | "guarded" | null> {
  const lasting = (await onBreak(tx, [playerId])).get(playerId);
  if (lasting !== undefined) return lasting.kind === "exclusion" ? "excluded" : "break";
  const [row] = await tx.query<{ shielded: boolean }>(sql.SHIELDED, [playerId]);
  return row?.shielded === true ? "guarded" : null;
}

/** What the own deposit limits leave each of these players; null for one without any. */
export async function depositRooms(
  db: Queries,
  players: readonly bigint[],
): Promise<ReadonlyMap<bigint, Money | null>> {
  if (players.length === 0) return new Map();
  const rows = await db.query<{ player_id: bigint; room: bigint | null }>(sql.DEPOSIT_ROOMS, [players]);
  return new Map(rows.map(({ player_id: id, room }) => [id, room !== null && room < 0n ? 0n : room]));
}

/** Whether a recharge may come in: `limits-needed` where the rules want all deposit limits set first. */
export type RechargeVerdict = "allowed" | "excluded" | "limits-needed" | "over-limit";

const DEPOSIT_LIMITS = 3;

/**
 * Whether money that has come in may be credited, under the lock of the player's cash: the player may have begun a break or
 * lowered a limit since the recharge was asked for. Then it is to be sent back.
 */
export async function judgeCredit(
  tx: Queries,
  playerId: bigint,
  amount: Money,
): Promise<"allowed" | "excluded" | "break" | "over-limit"> {
  const verdict = await judgeRecharge(
    tx,
    { depositLimitsObligatory: false },
    { playerId, amount, waiting: 0n },
  );
  if (verdict === "allowed") return verdict;
  if (verdict !== "excluded") return "over-limit";
  const lasting = (await onBreak(tx, [playerId])).get(playerId);
  return lasting?.kind === "timeOut" ? "break" : "excluded";
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
