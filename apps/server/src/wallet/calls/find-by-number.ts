import type { TransactionType } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { movementById, movementsFor, type Movement, type TransferCode } from "../../ledger/ledger.ts";
import { type MoneyOrderType, parseMoneyOrderNo } from "../money-record.ts";
import type { RechargeRow } from "../recharges/row.ts";
import { ONE_ORDER } from "../wallet.sql.ts";

const DAY_MS = 86_400_000;

/**
 * How long after its day a bet's order is looked for: a draw that was late by weeks is settled within it. Without a bound
 * every month of the player's history would be read.
 */
const BET_DAYS = 62;

/** The player's recharge or withdrawal of that number, or none. */
export async function orderByNumber(
  db: Queries,
  playerId: bigint,
  { type, orderNo }: { readonly type: MoneyOrderType; readonly orderNo: string },
): Promise<readonly RechargeRow[]> {
  const id = parseMoneyOrderNo(type, orderNo);
  return id === null ? [] : db.query<RechargeRow & Record<string, unknown>>(ONE_ORDER, [playerId, id, type]);
}

/** What is looked for in a player's movements. */
interface Sought {
  readonly playerId: bigint;
  readonly orderNo: string;
  /** The codes of transfers of some types. */
  readonly codesOf: (type: TransactionType) => readonly TransferCode[];
}

/** The player's movement of that number (T…), or all movements of the order with it (B…, R…, W…), newest first. */
export async function movementsByNumber(
  db: Queries,
  { playerId, orderNo, codesOf }: Sought,
): Promise<readonly Movement[]> {
  const digits = orderNo.slice(1);
  if (orderNo.startsWith("T")) {
    const id = BigInt(digits);
    return id < 2n ** 63n ? movementById(db, playerId, id) : [];
  }
  const found = orderNo.startsWith("B")
    ? { types: ["bet", "win", "refund"] as const, days: daysOfBet(digits) }
    : await daysOfMoneyOrder(db, playerId, orderNo);
  if (found?.days === undefined) return [];
  const codes = found.types.flatMap((type) => codesOf(type));
  return movementsFor(db, { playerId, window: found.days, codes }, digits);
}

interface Days {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The time in which a bet was placed and ended, by the day that its number begins with: in some zone, of UTC in old ones. */
function daysOfBet(digits: string): Days | undefined {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)\d{11}$/u.exec(digits) ?? [];
  const dayMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(dayMs) ? undefined : { fromMs: dayMs - DAY_MS, toMs: dayMs + BET_DAYS * DAY_MS };
}

/** The type of a recharge or withdrawal, and the time from its request to its end. */
async function daysOfMoneyOrder(db: Queries, playerId: bigint, orderNo: string) {
  const type = orderNo.startsWith("R") ? "recharge" : "withdrawal";
  const [order] = await orderByNumber(db, playerId, { type, orderNo });
  if (order === undefined) return null;
  const [fromMs, toMs] = [Number(order.created), Number(order.finished ?? order.created)];
  // Its transfers follow within its transactions: a day to either side is more than enough.
  return { types: [type] as const, days: { fromMs: fromMs - DAY_MS, toMs: toMs + DAY_MS } };
}
