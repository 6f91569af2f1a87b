import { createHmac, timingSafeEqual } from "node:crypto";
import { mayUnattended } from "@lotus/contract/desk";
import { playerStatus } from "../../accounts/accounts.ts";
import type { Queries, Transactions } from "../../db/database.ts";
import { judgeCredit } from "../../protection/protection.ts";
import { isStopped } from "../../ledger/ledger.ts";
import type { Vault } from "../../vault/vault.ts";
import { passRecharge, putBeforeDesk } from "./decide.ts";
import { sealPayerText } from "./payer-text.ts";
import * as sql from "./recharges.sql.ts";
import { namesIn, orderIdsIn } from "./reference.ts";
import { lockRecharge, type LockedRecharge } from "./row.ts";

const WINDOW_MS = 5 * 60_000;

/** Signature of a notice, from its headers. */
export interface NoticeSignature {
  /** Epoch milliseconds, as text. */
  readonly timestamp: string;
  /** HMAC-SHA256 in hex over the timestamp, a dot and the bytes of the body. */
  readonly signature: string;
}

/**
 * Whether a notice is signed with the secret and at most five minutes from `now` (epoch milliseconds). Compares in
 * constant time.
 */
export function isSigned(
  secret: string,
  { timestamp, signature }: NoticeSignature,
  body: Uint8Array,
  now: number,
): boolean {
  if (!/^\d{13}$/u.test(timestamp) || !/^[0-9a-f]{64}$/iu.test(signature)) return false;
  const right = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  const same = timingSafeEqual(right, Buffer.from(signature, "hex"));
  return same && Math.abs(now - Number(timestamp)) <= WINDOW_MS;
}

/** A payment, from a notice whose signature was verified. */
export interface PaymentWebhook {
  readonly channelId: string;
  /** The sender's id, the same in every repetition. */
  readonly id: string;
  /** Hash of the whole body. */
  readonly bodyHash: Uint8Array;
  readonly amount: string;
  readonly currency: string;
  /** Reference of the transfer; null for chains without one. */
  readonly reference: string | null;
}

/** Effect of a notice: see `payment_notice` of the migration. */
export type NoticeResult = "passed" | "review" | "extra" | "unmatched";

/** Outcome of a notice. A repeated one gets the same answer and has no effect. */
export type NoticeOutcome =
  | { readonly outcome: NoticeResult; readonly orderId: bigint | null }
  /** `conflict`: the id belongs to another notice. */
  | { readonly outcome: "conflict" | "stopped" };

/**
 * Processes a notice of a payment. Money is never lost: a payment that matches its order is credited, even if the order
 * has expired or was cancelled by the player, and every other is stored for the desk.
 */
export function takeNotice(
  { db, vault }: { readonly db: Transactions; readonly vault: Vault },
  notice: PaymentWebhook,
): Promise<NoticeOutcome> {
  return db.transaction(async (tx): Promise<NoticeOutcome> => {
    const before = await storedNotice(tx, notice);
    if (before !== null) return before;
    if (await isStopped(tx)) return { outcome: "stopped" };
    const found = await orderOf(tx, notice);
    const locked = found === null ? null : await lockRecharge(tx, found);
    const verdict = locked === null ? "unmatched" : await judge(tx, locked, notice);
    const result = verdict === "protected" ? "review" : verdict;
    const orderId = result === "unmatched" ? null : found;
    if (!(await storeNotice(tx, vault, notice, { orderId, result }))) {
      // The same notice was processed while this one waited for the lock.
      const processed = await storedNotice(tx, notice);
      if (processed === null) throw new Error("a notice was neither kept nor there");
      return processed;
    }
    if (locked !== null) await act(tx, locked, verdict);
    return { outcome: result, orderId };
  });
}

async function storedNotice(
  tx: Queries,
  { channelId, id, bodyHash }: PaymentWebhook,
): Promise<NoticeOutcome | null> {
  const [stored] = await tx.query<{ body_hash: Uint8Array; order_id: bigint | null; outcome: NoticeResult }>(
    sql.NOTICE,
    [channelId, id],
  );
  if (stored === undefined) return null;
  if (Buffer.compare(stored.body_hash, bodyHash) !== 0) return { outcome: "conflict" };
  return { outcome: stored.outcome, orderId: stored.order_id };
}

async function storeNotice(
  tx: Queries,
  vault: Vault,
  notice: PaymentWebhook,
  { orderId, result }: { readonly orderId: bigint | null; readonly result: NoticeResult },
): Promise<boolean> {
  const { channelId, id, bodyHash, amount, currency, reference } = notice;
  const sealed = sealPayerText(vault, { channel: channelId, id }, reference);
  const values = [channelId, id, bodyHash, amount, currency, sealed, orderId, result];
  return (await tx.query(sql.ADD_NOTICE, values)).length > 0;
}

/**
 * The order a notice is for: only of its own channel, since another channel's secret proves nothing about it. None if its
 * text names more than one, or one that may stand in it by accident.
 */
async function orderOf(tx: Queries, notice: PaymentWebhook): Promise<bigint | null> {
  const { channelId, amount, currency, reference } = notice;
  if (reference === null) {
    const values = [channelId, amount, currency];
    const [row] = await tx.query<{ id: bigint | null }>(sql.ORDER_BY_AMOUNT, values);
    return row?.id ?? null;
  }
  const { orderIds, apart, within } = namesIn(reference);
  const values = [channelId, orderIds, apart, within, amount, currency];
  const named = await tx.query<{ id: bigint; sure: boolean }>(sql.NAMED_ORDERS, values);
  return named.length === 1 && named[0]?.sure === true ? named[0].id : null;
}

/** The id in an order's number, with words around it; null if there is none, or more than one. */
export function orderIdIn(text: string): bigint | null {
  const ids = orderIdsIn(text);
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

async function judge(
  tx: Queries,
  { row }: LockedRecharge,
  { amount, currency }: PaymentWebhook,
): Promise<NoticeResult | "protected"> {
  if (row.status === "passed") return "extra";
  // Payments to a closed account are paid back manually: they wait among those without an order.
  if (!mayUnattended("recharge.byNotice", await playerStatus(tx, row.player_id))) return "unmatched";
  const [paid] = await tx.query<{ fits: boolean }>(sql.FITS, [amount, currency, row.id]);
  const fits = paid?.fits === true && row.trouble === null;
  // An order cancelled by the desk can only be passed by the desk.
  if (!fits || row.ended_by === "desk") return "review";
  return (await judgeCredit(tx, row.player_id, row.amount)) === "allowed" ? "passed" : "protected";
}

async function act(tx: Queries, locked: LockedRecharge, verdict: NoticeResult | "protected"): Promise<void> {
  const { row } = locked;
  if (verdict === "passed") await passRecharge(tx, locked, "notice");
  if (verdict === "protected") await putBeforeDesk(tx, locked, "player-protected");
  // What was approved before was for what had come until then.
  if (verdict === "review" || verdict === "protected") await tx.query(sql.FORGET_APPROVALS, [row.id]);
  if (verdict !== "review" || (row.trouble !== null && row.status === "pendingReview")) return;
  await putBeforeDesk(tx, locked, row.ended_by === "desk" ? "paid-after-cancelled" : "amount-mismatch");
}
