import type { MoneyRecord, Payment } from "@lotus/contract";
import { mayUnattended } from "@lotus/contract/desk";
import { formatMoney, type Money } from "@lotus/money";
import { playerStatus } from "../../accounts/accounts.ts";
import { judgeRecharge, type RulePack } from "../../protection/protection.ts";
import { endDeposit, giveBackDeposit, useDeposit } from "../../registers/registers.ts";
import type { Entropy } from "../../deps.ts";
import { SUBJECT_LOCKS } from "../../db/advisory-locks.ts";
import type { CheckClock, Queries, Transactions } from "../../db/database.ts";
import {
  cashAccount,
  findKey,
  HOUSE_ACCOUNTS,
  isStopped,
  storeKey,
  lockCash,
  post,
} from "../../ledger/ledger.ts";
import { feeOf, type Due, type PaidLater, type RechargeChannel } from "../channels/channel.ts";
import { publishBalance, publishMoney } from "../money-news.ts";
import { moneyRecord, type MoneyOrder } from "../money-record.ts";
import * as sql from "./recharges.sql.ts";
import { newReference } from "./reference.ts";

/** A requested recharge. */
export interface RechargeRequest {
  readonly playerId: bigint;
  readonly amount: Money;
  readonly channel: RechargeChannel;
  readonly channelName: string;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
  /** Largest number of a player's waiting recharges. */
  readonly maxPending: number;
  readonly rules: Pick<RulePack, "depositLimitsObligatory">;
  readonly checkClock: CheckClock;
  /** Draws the reference of its payment. */
  readonly entropy: Pick<Entropy, "bytes">;
  /** The id under which its amount was reserved at the deposit register; without one, nothing was. */
  readonly reserved?: bigint;
}

/** The reply as JSON text (the first one again for a repeated key), or the refusal. */
export type RechargeOutcome =
  | { readonly outcome: "accepted"; readonly reply: string }
  /** `too-many` of the player's recharges wait; `busy`: too many of this amount wait on the channel. */
  | { readonly outcome: "conflict" | "given-up" | "stopped" | "locked" | "too-many" | "busy" }
  /** By the player's own breaks and limits, or the rules of the licence. */
  | { readonly outcome: "excluded" | "limits-needed" | "over-limit" }
  /** Its reservation at the deposit register was given back meanwhile. */
  | { readonly outcome: "reservation-lost" };

class ReservationLost extends Error {
  override readonly name = "ReservationLost";
}

/**
 * Creates a recharge in one transaction, under the lock of the player's money: the order, its transfer if the channel
 * passes at once, the reply under the key, and the balance event. Throws ClockLeapt if its expiry would be set by a
 * clock that jumped.
 */
export async function requestRecharge(db: Transactions, request: RechargeRequest): Promise<RechargeOutcome> {
  const { reserved } = request;
  if (reserved === undefined) return db.transaction((tx) => makeRecharge(tx, request));
  try {
    return await db.transaction(async (tx) => {
      const outcome = await makeRecharge(tx, request);
      // What no recharge has used: this one was refused, or its request came twice.
      await giveBackDeposit(tx, reserved);
      return outcome;
    });
  } catch (error) {
    if (error instanceof ReservationLost) return { outcome: "reservation-lost" };
    throw error;
  }
}

async function makeRecharge(tx: Queries, request: RechargeRequest): Promise<RechargeOutcome> {
  const { playerId, channel, key, bodyHash } = request;
  const balance = await lockCash(tx, playerId);
  const use = await findKey(tx, { playerId, key, bodyHash });
  if (use.use === "replay") return { outcome: "accepted", reply: use.reply };
  if (use.use !== "free") return { outcome: use.use };
  if (!mayUnattended("recharge.ask", await playerStatus(tx, playerId))) return { outcome: "locked" };
  if (await isStopped(tx)) return { outcome: "stopped" };
  const verdict = await judgeRecharge(tx, request.rules, {
    playerId,
    amount: request.amount,
    waiting: await waitingSum(tx, playerId),
  });
  if (verdict !== "allowed") return { outcome: verdict };
  const result =
    channel.begins.as === "passed"
      ? await passAtOnce(tx, request, balance)
      : await waitForMoney(tx, request, channel.begins);
  if (typeof result === "string") return { outcome: result };
  const reply = JSON.stringify(result);
  await storeKey(tx, { playerId, key, call: "makeOrder", bodyHash, reply });
  return { outcome: "accepted", reply };
}

async function waitingSum(tx: Queries, playerId: bigint): Promise<Money> {
  const [row] = await tx.query<{ sum: bigint }>(sql.WAITING_SUM, [playerId]);
  return row?.sum ?? 0n;
}

async function passAtOnce(tx: Queries, request: RechargeRequest, balance: Money): Promise<MoneyRecord> {
  const { playerId, amount, channelName } = request;
  const after = balance + amount;
  const order = await addOrder(tx, request, { status: "passed", fee: 0n, expiresInMs: null, after });
  await credit(tx, { playerId, amount, orderId: order.id });
  await endDeposit(tx, order.id, { passed: true, amount });
  await publishBalance(tx, playerId, after);
  return moneyRecord(order, channelName);
}

async function waitForMoney(
  tx: Queries,
  request: RechargeRequest,
  begins: PaidLater,
): Promise<MoneyRecord | "too-many" | "busy"> {
  const { playerId, amount, channel, channelName, maxPending, checkClock } = request;
  const [count] = await tx.query<{ waiting: number }>(sql.WAITING_OF_PLAYER, [playerId]);
  if ((count?.waiting ?? 0) >= maxPending) return "too-many";
  const fee = feeOf(channel, amount);
  const due = await chooseDue(tx, channel.id, begins, amount + fee);
  if (due === undefined) return "busy";
  const { expiresInMs } = begins;
  const order = await addOrder(tx, request, { status: "pendingReview", fee, expiresInMs, after: null });
  const payment = await addPayment(tx, request, order.id, (reference) =>
    begins.sheet({ reference, due, expiresAt: Number(order.expires) }),
  );
  await publishMoney(tx, playerId, order);
  await checkClock(tx);
  return { ...moneyRecord(order, channelName), payment };
}

const MAX_DRAWS = 5;

/** Adds the payment of an order under a reference that no other has, ever. */
async function addPayment(
  tx: Queries,
  { channel, entropy }: Pick<RechargeRequest, "channel" | "entropy">,
  orderId: bigint,
  sheetOf: (reference: string) => Payment,
): Promise<Payment> {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const reference = newReference(entropy);
    const sheet = sheetOf(reference);
    const { amount, currency } = sheet;
    const values = [orderId, channel.id, amount, currency, JSON.stringify(sheet), reference];
    if ((await tx.query(sql.ADD_PAYMENT, values)).length > 0) return sheet;
  }
  throw new Error("every reference that was drawn is taken");
}

/**
 * The amount due of an order. For channels without references, the smallest one that no other order has; undefined if
 * all are taken.
 */
async function chooseDue(
  tx: Queries,
  channelId: string,
  begins: PaidLater,
  total: Money,
): Promise<Due | undefined> {
  if (begins.tails === 1) return begins.due(total, 0);
  await tx.query(sql.LOCK_AMOUNTS, [SUBJECT_LOCKS.rechargeAmounts, channelId]);
  const dues = Array.from({ length: begins.tails }, (_, tail) => begins.due(total, tail));
  const taken = await tx.query<{ tail: number }>(sql.TAKEN_AMOUNTS, [
    channelId,
    dues.map(({ amount }) => amount),
  ]);
  const tails = new Set(taken.map(({ tail }) => tail));
  return dues.find((_, tail) => !tails.has(tail));
}

type AddedOrder = MoneyOrder & { readonly expires: bigint | null };

async function addOrder(
  tx: Queries,
  { playerId, amount, channel, reserved }: RechargeRequest,
  begin: {
    readonly status: MoneyOrder["status"];
    readonly fee: Money;
    readonly expiresInMs: number | null;
    readonly after: Money | null;
  },
): Promise<AddedOrder> {
  const { status, fee, expiresInMs, after } = begin;
  if (reserved !== undefined && !(await useDeposit(tx, reserved))) throw new ReservationLost();
  const [row] = await tx.query<Pick<AddedOrder, "id" | "created" | "finished" | "expires">>(sql.ADD_ORDER, [
    playerId,
    channel.id,
    status,
    amount,
    fee,
    expiresInMs,
    after,
    reserved ?? null,
  ]);
  if (row === undefined) throw new Error("an order of money was not added");
  return {
    ...row,
    type: "recharge",
    channel: channel.id,
    status,
    amount,
    fee,
    reason: null,
    balance_after: after,
  };
}

/** Credits a recharge, under the lock of the player's money, in the transaction that completes the order. */
export async function credit(
  tx: Queries,
  order: { readonly playerId: bigint; readonly amount: Money; readonly orderId: bigint },
): Promise<void> {
  const { playerId, amount, orderId } = order;
  const posted = await post(tx, [
    {
      code: "recharge",
      debit: HOUSE_ACCOUNTS.clearing,
      credit: cashAccount(playerId),
      amount,
      reference: String(orderId),
      playerId,
    },
  ]);
  if (!posted) throw new Error(`a recharge of ${formatMoney(amount)} was refused by the ledger`);
}
