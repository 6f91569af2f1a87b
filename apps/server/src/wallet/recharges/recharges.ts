import type { MoneyRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { Database } from "../../db/database.ts";
import { isStopped } from "../../ledger/ledger.ts";
import { moneyOrderNo } from "../money-record.ts";
import type { Review, Reviewer, ReviewOutcome } from "../review.ts";
import { cancelRecharge, passRecharge } from "./decide.ts";
import type { NoticeResult } from "./notices.ts";
import * as sql from "./recharges.sql.ts";
import {
  findRecharge,
  lockRecharge,
  rechargeRecord,
  type LockedRecharge,
  type RechargeRow,
  type RechargeTrouble,
} from "./row.ts";

/** A recharge that waits, as the desk sees it. Times are epoch milliseconds. */
export interface WaitingRecharge {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly playerId: bigint;
  readonly channel: string;
  readonly amount: Money;
  readonly fee: Money;
  /** What is to come, in the currency of the channel. */
  readonly due: string;
  readonly currency: string;
  readonly created: number;
  readonly expires: number | null;
  /** When the player said that they had paid. */
  readonly confirmed: number | null;
  readonly trouble: RechargeTrouble | null;
}

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

/** The desk's side of recharges. */
export interface Recharges {
  /** Credits a recharge that waits. */
  readonly pass: Review<MoneyRecord>;
  /** Ends a recharge that waits; its reason is told to the player. */
  readonly cancel: Review<MoneyRecord>;
  /** Credits what really came, where that is not what was asked for. */
  passWith(orderId: bigint, amount: Money, by: Reviewer): Promise<ReviewOutcome<MoneyRecord>>;
  /** Credits a recharge that was cancelled, where its money came after all and no notice told of it. */
  readonly passLate: Review<MoneyRecord>;
  /** Those that wait, those with trouble first, then the oldest; 200 unless said. */
  pending(most?: number): Promise<readonly WaitingRecharge[]>;
  /** Money that came and was credited to nobody; 200 unless said. */
  openNotices(most?: number): Promise<readonly OpenNotice[]>;
  /** Takes a notice off that list, with what was done about it. False when it was not on it. */
  closeNotice(notice: { readonly channel: string; readonly id: string }, by: Reviewer): Promise<boolean>;
  /** Cancels what has expired, by the house's clock, and answers how many. It also runs by itself. */
  sweep(): Promise<number>;
}

const AT_MOST = 200;

/** Opens the desk's side of recharges. `changed` is called after each commit that moved something. */
export function openRecharges(db: Database, changed: () => void): Recharges {
  const decide = decider(db, changed);
  return {
    pass: (orderId, by) =>
      decide(orderId, { by, from: "pendingReview", money: true }, (tx, locked) =>
        passRecharge(tx, locked, "desk"),
      ),
    passLate: (orderId, by) =>
      decide(orderId, { by, from: "cancelled", money: true }, (tx, locked) =>
        passRecharge(tx, locked, "desk"),
      ),
    passWith: (orderId, amount, by) => {
      if (amount <= 0n) throw new Error("a recharge of nothing");
      return decide(orderId, { by, from: "pendingReview", money: true }, (tx, locked) =>
        passRecharge(tx, locked, "desk", amount),
      );
    },
    cancel: (orderId, by) => {
      const { reason } = by;
      if (reason === undefined || reason === "") throw new Error("a cancellation without a reason");
      return decide(orderId, { by, from: "pendingReview", money: false }, (tx, locked) =>
        cancelRecharge(tx, locked, "desk", reason),
      );
    },
    pending: async (most = AT_MOST) =>
      (await db.query<RechargeRow & Record<string, unknown>>(sql.WAITING, [most])).map(waitingOf),
    openNotices: async (most = AT_MOST) => {
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
    },
    closeNotice: ({ channel, id }, by) =>
      db.transaction(async (tx) => {
        const closed = await tx.query(sql.CLOSE_NOTICE, [channel, id, by.reason ?? ""]);
        if (closed.length > 0) await by.within(tx);
        return closed.length > 0;
      }),
    sweep: () => sweep(db, changed),
  };
}

interface Decision {
  readonly by: Reviewer;
  readonly from: RechargeRow["status"];
  /** Moves money, and so waits while money is stopped. */
  readonly money: boolean;
}

type Act = (tx: Parameters<Reviewer["within"]>[0], locked: LockedRecharge) => Promise<RechargeRow>;

function decider(
  db: Database,
  changed: () => void,
): (orderId: bigint, decision: Decision, act: Act) => Promise<ReviewOutcome<MoneyRecord>> {
  return async (orderId, { by, from, money }, act) => {
    // Most of a thousand clicks are answered here, without waiting for the lock.
    const seen = await findRecharge(db, orderId);
    if (seen === null) return { outcome: "unknown" };
    if (seen.status !== from) return { outcome: "finished" };
    const outcome = await db.transaction(async (tx): Promise<ReviewOutcome<MoneyRecord>> => {
      const locked = await lockRecharge(tx, orderId);
      if (locked === null) return { outcome: "unknown" };
      if (locked.row.status !== from) return { outcome: "finished" };
      if (money && (await isStopped(tx))) return { outcome: "stopped" };
      const row = await act(tx, locked);
      await by.within(tx);
      return { outcome: "done", record: rechargeRecord(row, undefined) };
    });
    if (outcome.outcome === "done") changed();
    return outcome;
  };
}

const SWEEP_ROWS = 100;

async function sweep(db: Database, changed: () => void): Promise<number> {
  const expired = await db.query<{ id: bigint }>(sql.EXPIRED, [SWEEP_ROWS]);
  let count = 0;
  for (const { id } of expired) {
    const ended = await db.transaction(async (tx) => {
      const locked = await lockRecharge(tx, id);
      // Passed, confirmed or found wanting since the list was read: then it is not over.
      const over =
        locked?.row.status === "pendingReview" && locked.row.over === true && locked.row.trouble === null;
      if (locked !== null && over) await cancelRecharge(tx, locked, "expiry", "expired");
      return over;
    });
    if (ended) count += 1;
  }
  if (count > 0) changed();
  return count;
}

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

function waitingOf(row: RechargeRow): WaitingRecharge {
  const {
    id,
    player_id: playerId,
    channel,
    amount,
    fee,
    due,
    currency,
    created,
    expires,
    confirmed,
    trouble,
  } = row;
  return {
    orderId: id,
    orderNo: moneyOrderNo("recharge", id),
    playerId,
    channel,
    amount,
    fee,
    trouble,
    due: due ?? "",
    currency: currency ?? "",
    created: Number(created),
    expires: expires === null ? null : Number(expires),
    confirmed: confirmed === null ? null : Number(confirmed),
  };
}
