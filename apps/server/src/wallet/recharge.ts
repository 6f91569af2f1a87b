import type { CallData, CALLS } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import type { Queries, Transactions } from "../db/database.ts";
import {
  cashAccount,
  findKey,
  HOUSE_ACCOUNTS,
  isStopped,
  keepKey,
  lockCash,
  post,
} from "../ledger/ledger.ts";
import type { RechargeChannel } from "./channels/channel.ts";
import { moneyOrderNo, moneyRecord, type MoneyOrder } from "./money-record.ts";
import * as sql from "./wallet.sql.ts";

/** A recharge asked for. */
export interface RechargeRequest {
  readonly playerId: bigint;
  readonly amount: Money;
  readonly channel: RechargeChannel;
  readonly channelName: string;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
}

/** The reply as JSON text, the first one again for a key used before, or why there is none. */
export type RechargeOutcome =
  | { readonly outcome: "accepted"; readonly reply: string }
  | { readonly outcome: "conflict" | "stopped" };

type Reply = CallData<typeof CALLS.makeOrder>;

/**
 * Takes a recharge on in one transaction, under the lock of the player's money: the order, its transfer when the
 * channel passes at once, the reply under the key and the news of the balance are there together or not at all.
 */
export function recharge(db: Transactions, request: RechargeRequest): Promise<RechargeOutcome> {
  const { playerId, amount, channel, key, bodyHash } = request;
  return db.transaction(async (tx): Promise<RechargeOutcome> => {
    const balance = await lockCash(tx, playerId);
    const use = await findKey(tx, { playerId, key, bodyHash });
    if (use.use === "replay") return { outcome: "accepted", reply: use.reply };
    if (use.use === "conflict") return { outcome: "conflict" };
    if (await isStopped(tx)) return { outcome: "stopped" };
    const passes = channel.begins.as === "passed";
    const order = await addOrder(tx, request, passes ? balance + amount : null);
    if (passes) await credit(tx, request, order.id, balance + amount);
    const reply = JSON.stringify(replyOf(request, order));
    await keepKey(tx, { playerId, key, call: "makeOrder", bodyHash, reply });
    return { outcome: "accepted", reply };
  });
}

type AddedOrder = MoneyOrder & { readonly expires: bigint | null };

async function addOrder(
  tx: Queries,
  { playerId, amount, channel }: RechargeRequest,
  after: Money | null,
): Promise<AddedOrder> {
  const { begins } = channel;
  const expiresInMs = begins.as === "pendingReview" ? begins.expiresInMs : null;
  const [row] = await tx.query<Pick<AddedOrder, "id" | "created" | "finished" | "expires">>(sql.ADD_ORDER, [
    playerId,
    "recharge",
    channel.id,
    begins.as,
    amount,
    expiresInMs,
    after,
  ]);
  if (row === undefined) throw new Error("an order of money was not added");
  return {
    ...row,
    type: "recharge",
    channel: channel.id,
    status: begins.as,
    amount,
    fee: 0n,
    reason: null,
    balance_after: after,
  };
}

async function credit(
  tx: Queries,
  { playerId, amount }: RechargeRequest,
  orderId: bigint,
  after: Money,
): Promise<void> {
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
  if (!posted) throw new Error("a recharge was refused by the ledger");
  await tx.query(sql.TELL_BALANCE, [playerId, formatMoney(after)]);
}

function replyOf({ amount, channel, channelName }: RechargeRequest, order: AddedOrder): Reply {
  const record = moneyRecord(order, channelName);
  if (order.expires === null || channel.payment === undefined) return record;
  const reference = moneyOrderNo("recharge", order.id);
  return { ...record, payment: channel.payment({ reference, amount, expiresAt: Number(order.expires) }) };
}
