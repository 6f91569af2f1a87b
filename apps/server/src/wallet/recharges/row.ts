import type { MoneyRecord, Payment } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { lockCash } from "../../ledger/ledger.ts";
import { formatMoney, type Money } from "@lotus/money";
import { moneyRecord, type MoneyOrder } from "../money-record.ts";
import * as sql from "./recharges.sql.ts";

/** Who ended a recharge. */
export type EndedBy = "player" | "expiry" | "notice" | "desk";

/** Why a recharge needs the desk: a payment does not match it, was matched manually, or its player may not recharge. */
export type RechargeProblem =
  | "amount-mismatch"
  | "paid-after-cancelled"
  | "matched-by-hand"
  | "player-protected";

/** A stored recharge; its payment fields are null if it passed at once. */
export interface RechargeRow extends MoneyOrder {
  readonly player_id: bigint;
  readonly due: string | null;
  readonly currency: string | null;
  readonly sheet: Payment | null;
  /** Epoch milliseconds. */
  readonly confirmed: bigint | null;
  readonly trouble: RechargeProblem | null;
  /** What was asked for, if another amount was credited. */
  readonly asked: Money | null;
  /** What its notices say came, while an operator is to decide about that. */
  readonly came: Money | null;
  readonly ended_by: EndedBy | null;
  readonly expires: bigint | null;
  /** Its time is over, whether or not it was swept yet. */
  readonly over: boolean | null;
}

/** A recharge under the lock of its player's money: no one else can change it until the transaction ends. */
export interface LockedRecharge {
  readonly row: RechargeRow;
  readonly balance: Money;
}

/** The current state of a recharge, or null if there is none. */
export async function findRecharge(db: Queries, id: bigint): Promise<RechargeRow | null> {
  const [row] = await db.query<RechargeRow & Record<string, unknown>>(sql.RECHARGE, [id]);
  return row ?? null;
}

/** Locks the player's money, then reads the recharge: every change of a recharge starts here. */
export async function lockRecharge(tx: Queries, id: bigint): Promise<LockedRecharge | null> {
  const seen = await findRecharge(tx, id);
  if (seen === null) return null;
  const balance = await lockCash(tx, seen.player_id);
  const row = await findRecharge(tx, id);
  if (row === null) throw new Error(`recharge ${String(id)} is gone`);
  return { row, balance };
}

/** A recharge as returned to its player: with payment instructions while it waits for payment. */
export function rechargeRecord(row: RechargeRow, channelName: string | undefined): MoneyRecord {
  const waits = row.status === "pendingReview";
  return {
    ...moneyRecord(row, channelName),
    ...(waits && row.sheet !== null && row.trouble === null ? { payment: row.sheet } : {}),
    ...(waits && row.confirmed !== null ? { confirmedAt: Number(row.confirmed) } : {}),
    ...cameInstead(row),
  };
}

/** What was asked for and what came, where these differ. */
function cameInstead({ status, amount, asked, came }: RechargeRow): Pick<MoneyRecord, "asked" | "came"> {
  if (status === "passed")
    return asked === null ? {} : { asked: formatMoney(asked), came: formatMoney(amount) };
  const differs = came !== null && came > 0n && came !== amount;
  return differs ? { asked: formatMoney(amount), came: formatMoney(came) } : {};
}
