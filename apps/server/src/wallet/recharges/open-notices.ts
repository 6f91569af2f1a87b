import type { Database, Queries } from "../../db/database.ts";
import type { Reviewer } from "../review.ts";
import { putBeforeDesk } from "./decide.ts";
import type { NoticeResult } from "./notices.ts";
import * as sql from "./recharges.sql.ts";
import { lockRecharge } from "./row.ts";

/** Money that came and was credited to nobody: of no order (`unmatched`), or a second time for one (`extra`). */
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

/** Which notice is meant: the sender's id is the sender's own, and unique within its channel alone. */
export type NoticeRef = Pick<OpenNotice, "channel" | "id">;

/**
 * What came of matching a notice with an order: `unfit` for an order of another channel or currency, `finished` for one
 * that was credited, `gone` when the notice is not on the list any more, `refused` by the reviewer's own judgement.
 */
export type MatchOutcome = "done" | "unknown" | "finished" | "unfit" | "gone" | "refused";

interface OpenNoticeRow {
  readonly channel: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly received: bigint;
  readonly order_id: bigint | null;
  readonly outcome: "extra" | "unmatched";
}

/** Notices on the list, oldest first. */
export async function listOpenNotices(db: Queries, most: number): Promise<readonly OpenNotice[]> {
  const rows = await db.query<OpenNoticeRow & Record<string, unknown>>(sql.OPEN_NOTICES, [most]);
  return rows.map(({ channel, id, amount, currency, reference, received, order_id, outcome }) => ({
    channel,
    id,
    amount,
    currency,
    reference,
    received: Number(received),
    orderId: order_id,
    result: outcome,
  }));
}

/** Takes a notice off the list. False when it was not on it. */
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

/** Says which order a notice was for, and puts that order before the desk. No money moves. */
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
    if (row.trouble === null || row.status === "cancelled") await putBeforeDesk(tx, locked, trouble);
    await by.within(tx, 0n);
    return "done";
  });
}
