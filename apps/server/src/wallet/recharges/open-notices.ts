import type { Database, Queries } from "../../db/database.ts";
import type { Vault } from "../../vault/vault.ts";
import { publishMoney } from "../money-news.ts";
import type { Reviewer } from "../review.ts";
import { putBeforeDesk } from "./decide.ts";
import type { NoticeResult } from "./notices.ts";
import { openPayerText, type StoredPayerText } from "./payer-text.ts";
import * as sql from "./recharges.sql.ts";
import { lockRecharge, type RechargeRow } from "./row.ts";

/** A payment that was not credited: without an order (`unmatched`), or a second one for it (`extra`). */
export interface OpenNotice {
  readonly channel: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string | null;
  /** Epoch milliseconds. */
  readonly received: number;
  readonly orderId: bigint | null;
  readonly result: Extract<NoticeResult, "extra" | "unmatched">;
}

/** Identifies a notice: the sender's id is unique only within its channel. */
export type NoticeRef = Pick<OpenNotice, "channel" | "id">;

/**
 * Outcome of matching a notice with an order: `unfit` for an order of another channel or currency, `finished` for one
 * that was credited, `gone` if the notice is no longer open, `refused` by the reviewer's rules.
 */
export type MatchOutcome = "done" | "unknown" | "finished" | "unfit" | "gone" | "refused";

interface OpenNoticeRow extends StoredPayerText {
  readonly amount: string;
  readonly currency: string;
  readonly received: bigint;
  readonly order_id: bigint | null;
  readonly outcome: "extra" | "unmatched";
}

/** Open notices, oldest first. */
export async function listOpenNotices(
  db: Queries,
  vault: Vault,
  most: number,
): Promise<readonly OpenNotice[]> {
  const rows = await db.query<OpenNoticeRow & Record<string, unknown>>(sql.OPEN_NOTICES, [most]);
  return rows.map((row) => ({
    channel: row.channel,
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    reference: openPayerText(vault, row),
    received: Number(row.received),
    orderId: row.order_id,
    result: row.outcome,
  }));
}

/** Closes an open notice. False if it was not open. */
export function closeOpenNotice(
  db: Database,
  { channel, id }: NoticeRef,
  { operatorId, reason = "", within }: Reviewer,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const closed = await tx.query(sql.CLOSE_NOTICE, [channel, id, reason, operatorId]);
    if (closed.length > 0) await within(tx);
    return closed.length > 0;
  });
}

/** Matches a notice with an order, and puts the order in review. Moves no money. */
export function matchOpenNotice(
  db: Database,
  { notice, orderId }: { readonly notice: NoticeRef; readonly orderId: bigint },
  by: Reviewer,
): Promise<MatchOutcome> {
  const { operatorId } = by;
  return db.transaction(async (tx) => {
    await by.begin?.(tx);
    const locked = await lockRecharge(tx, orderId);
    if (locked === null) return "unknown";
    const { row } = locked;
    if (row.status === "passed") return "finished";
    if (row.channel !== notice.channel) return "unfit";
    if ((await by.judge?.(tx, { playerId: row.player_id, amount: row.amount })) === "refused")
      return "refused";
    const values = [notice.channel, notice.id, orderId, operatorId, row.currency];
    const [matched] = await tx.query<{ amount: string }>(sql.MATCH_NOTICE, values);
    if (matched === undefined) {
      const [open] = await tx.query(sql.IS_OPEN, [notice.channel, notice.id]);
      return open === undefined ? "gone" : "unfit";
    }
    const [paid] = await tx.query<{ fits: boolean }>(sql.FITS, [matched.amount, row.currency, orderId]);
    const trouble =
      row.status === "cancelled"
        ? "paid-after-cancelled"
        : paid?.fits === true
          ? "matched-by-hand"
          : "amount-mismatch";
    // What was approved before was for what had come until then.
    await tx.query(sql.FORGET_APPROVALS, [orderId]);
    if (row.trouble === null || row.status === "cancelled") {
      await tx.query(sql.BEFORE_MATCH, [orderId]);
      await putBeforeDesk(tx, locked, trouble);
    }
    await by.within(tx, 0n);
    return "done";
  });
}

/**
 * Outcome of undoing a match: `gone` if the notice is not matched by an operator, `finished` if its money has moved,
 * `refused` by the reviewer's rules.
 */
export type UnmatchOutcome = "done" | "gone" | "finished" | "refused";

/**
 * Undoes a match until money has moved: the notice is open again, and an order that no other payment came for is what it
 * was before. Approvals were for what came then, and are forgotten.
 */
export function unmatchNotice(db: Database, notice: NoticeRef, by: Reviewer): Promise<UnmatchOutcome> {
  const { channel, id } = notice;
  return db.transaction(async (tx) => {
    await by.begin?.(tx);
    const [matched] = await tx.query<{ id: bigint }>(sql.MATCHED_NOTICE, [channel, id]);
    const locked = matched === undefined ? null : await lockRecharge(tx, matched.id);
    if (locked === null) return "gone";
    const { row } = locked;
    if (row.status === "passed") return "finished";
    if ((await by.judge?.(tx, { playerId: row.player_id, amount: 0n })) === "refused") return "refused";
    if ((await tx.query(sql.UNMATCH_NOTICE, [channel, id, row.id])).length === 0) return "gone";
    await tx.query(sql.FORGET_APPROVALS, [row.id]);
    if (row.status === "pendingReview") await backToBefore(tx, row);
    await by.within(tx, 0n);
    return "done";
  });
}

async function backToBefore(tx: Queries, { id, player_id: playerId }: RechargeRow): Promise<void> {
  const [order] = await tx.query<Pick<RechargeRow, "status">>(sql.BACK_TO_BEFORE, [id]);
  if (order !== undefined) await publishMoney(tx, playerId, { id, type: "recharge", status: order.status });
}
