import type { MoneyRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { CheckClock, Database, Queries } from "../../db/database.ts";
import { isStopped } from "../../ledger/ledger.ts";
import type { Vault } from "../../vault/vault.ts";
import { moneyOrderNo } from "../money-record.ts";
import type { Review, Reviewer, ReviewOutcome } from "../review.ts";
import { approveRecharge, type Approval, type Approved, type NotApproved } from "./approve.ts";
import { cancelRecharge } from "./decide.ts";
import {
  closeOpenNotice,
  listOpenNotices,
  matchOpenNotice,
  unmatchNotice,
  type MatchOutcome,
  type NoticeRef,
  type OpenNotice,
  type UnmatchOutcome,
} from "./open-notices.ts";
import { openPayerText, sealFormerTexts, type StoredPayerText } from "./payer-text.ts";
import * as sql from "./recharges.sql.ts";
import { namesIn } from "./reference.ts";
import {
  findRecharge,
  lockRecharge,
  rechargeRecord,
  type LockedRecharge,
  type RechargeRow,
  type RechargeProblem,
} from "./row.ts";

/** A waiting recharge for the desk. Times are epoch milliseconds. */
export interface WaitingRecharge {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly playerId: bigint;
  readonly channel: string;
  readonly amount: Money;
  readonly fee: Money;
  /** Amount due, in the currency of the channel. */
  readonly due: string;
  readonly currency: string;
  readonly created: number;
  readonly expires: number | null;
  /** When the player reported the payment. */
  readonly confirmed: number | null;
  readonly trouble: RechargeProblem | null;
}

/** Passes a recharge. `seen` is what the operator saw that would be credited: if it is something else, nothing changes. */
export type PassRecharge = (
  orderId: bigint,
  by: Reviewer,
  seen?: Money,
) => Promise<ReviewOutcome<MoneyRecord>>;

/** Operations of the desk on recharges. */
export interface Recharges {
  /** Credits a waiting recharge with what came, or with what was asked for if no notice tells of any money. */
  readonly pass: PassRecharge;
  /** Cancels a waiting recharge; the player is told why. */
  readonly cancel: Review<MoneyRecord>;
  /** Credits another amount. More than came needs two operators. */
  passWith(orderId: bigint, amount: Money, by: Reviewer): Promise<ReviewOutcome<MoneyRecord>>;
  /** Credits a cancelled recharge whose payment arrived later without a notice. */
  readonly passLate: PassRecharge;
  /** The recharge whose payment has this reference, however it is typed; null if there is none. */
  findByReference(text: string): Promise<bigint | null>;
  /** Waiting recharges: those with a problem first, then the oldest; default 200. */
  pending(most?: number): Promise<readonly WaitingRecharge[]>;
  /** Payments that were not credited; default 200. */
  openNotices(most?: number): Promise<readonly OpenNotice[]>;
  /** What the bank wrote of a payment, from what is stored of it; null if nothing. */
  payerTextOf(stored: StoredPayerText): string | null;
  /** The same of one notice, once `within` has audited the reader. */
  readPayerText(notice: NoticeRef, within: (tx: Queries) => Promise<void>): Promise<string | null>;
  /** Closes an open notice with a note. False if it was not open. */
  closeNotice(notice: NoticeRef, by: Reviewer): Promise<boolean>;
  /** Matches a notice with an order, which then waits for the desk. */
  matchNotice(notice: NoticeRef, orderId: bigint, by: Reviewer): Promise<MatchOutcome>;
  /** Takes a match back; the order is what it was before, as long as no money has moved. */
  unmatchNotice(notice: NoticeRef, by: Reviewer): Promise<UnmatchOutcome>;
  /**
   * Cancels expired recharges by the server's clock; returns how many. Also runs periodically. Throws ClockLeapt if
   * something expired only because the clock jumped.
   */
  sweep(): Promise<number>;
}

const MAX_PER_SWEEP = 200;

/** Options of the desk's operations on recharges. */
export interface RechargesOptions {
  /** Called after each commit that changed something. */
  readonly changed: () => void;
  readonly checkClock: CheckClock;
  readonly vault: Vault;
  /** Above this amount a recharge without a signed notice needs two operators. */
  readonly fourEyesAbove: Money;
}

/** Opens the desk's operations on recharges. */
export function openRecharges(db: Database, options: RechargesOptions): Recharges {
  const { changed, fourEyesAbove, vault } = options;
  const decide = decider(db, changed);
  const approve =
    (by: Reviewer, amounts: Pick<Approval, "named" | "seen">): Act =>
    (tx, locked) =>
      approveRecharge(tx, locked, { by, ...amounts, fourEyesAbove });
  return {
    pass: (orderId, by, seen) =>
      decide(orderId, { by, from: "pendingReview", money: true }, approve(by, { seen })),
    passLate: (orderId, by, seen) =>
      decide(orderId, { by, from: "cancelled", money: true }, approve(by, { seen })),
    passWith: (orderId, amount, by) => {
      if (amount <= 0n) throw new Error("a recharge of nothing");
      return decide(orderId, { by, from: "pendingReview", money: true }, approve(by, { named: amount }));
    },
    cancel: (orderId, by) => {
      const { told } = by;
      if (told === undefined) throw new Error("a cancellation without a reason");
      return decide(orderId, { by, from: "pendingReview", money: false }, async (tx, locked) => {
        const came = await tx.query(sql.NOTICES_IN_REVIEW, [orderId]);
        if (told === "notReceived" && came.length > 0) return "came";
        const row = await cancelRecharge(tx, locked, "desk", told);
        await tx.query(sql.RELEASE_NOTICES, [orderId]);
        return { row, alone: 0n };
      });
    },
    findByReference: async (text) => {
      const [row] = await db.query<{ id: bigint }>(sql.BY_REFERENCE, [namesIn(text).apart]);
      return row?.id ?? null;
    },
    pending: async (most = MAX_PER_SWEEP) =>
      (await db.query<RechargeRow & Record<string, unknown>>(sql.WAITING, [most])).map(waitingOf),
    openNotices: (most = MAX_PER_SWEEP) => listOpenNotices(db, vault, most),
    payerTextOf: (stored) => openPayerText(vault, stored),
    readPayerText: ({ channel, id }, within) =>
      db.transaction(async (tx) => {
        await within(tx);
        const [stored] = await tx.query<StoredPayerText & Record<string, unknown>>(sql.PAYER_TEXT, [
          channel,
          id,
        ]);
        return stored === undefined ? null : openPayerText(vault, stored);
      }),
    closeNotice: (notice, by) => closeOpenNotice(db, notice, by),
    matchNotice: async (notice, orderId, by) => {
      const outcome = await matchOpenNotice(db, { notice, orderId }, by);
      if (outcome === "done") changed();
      return outcome;
    },
    unmatchNotice: async (notice, by) => {
      const outcome = await unmatchNotice(db, notice, by);
      if (outcome === "done") changed();
      return outcome;
    },
    sweep: () => sweep(db, options),
  };
}

interface Decision {
  readonly by: Reviewer;
  readonly from: RechargeRow["status"];
  /** Moves money, and so is refused while money is frozen. */
  readonly money: boolean;
}

type Act = (tx: Queries, locked: LockedRecharge) => Promise<Approved | NotApproved>;

function decider(
  db: Database,
  changed: () => void,
): (orderId: bigint, decision: Decision, act: Act) => Promise<ReviewOutcome<MoneyRecord>> {
  return async (orderId, { by, from, money }, act) => {
    // Repeated clicks are answered here, without waiting for the lock.
    const seen = await findRecharge(db, orderId);
    if (seen === null) return { outcome: "unknown" };
    if (seen.status !== from) return { outcome: "finished" };
    const outcome = await db.transaction(async (tx): Promise<ReviewOutcome<MoneyRecord>> => {
      await by.begin?.(tx);
      const locked = await lockRecharge(tx, orderId);
      if (locked === null) return { outcome: "unknown" };
      if (locked.row.status !== from) return { outcome: "finished" };
      if (money && (await isStopped(tx))) return { outcome: "stopped" };
      const acted = await act(tx, locked);
      if (typeof acted === "string") return { outcome: acted };
      const { row, alone } = acted;
      await by.within(tx, alone);
      if (row === "second-needed") return { outcome: row };
      return { outcome: "done", record: rechargeRecord(row, undefined) };
    });
    if (outcome.outcome === "done" || outcome.outcome === "second-needed") changed();
    return outcome;
  };
}

const SWEEP_ROWS = 100;

async function sweep(db: Database, { changed, checkClock, vault }: RechargesOptions): Promise<number> {
  await sealFormerTexts(db, vault);
  const expired = await db.query<{ id: bigint }>(sql.EXPIRED, [SWEEP_ROWS]);
  let count = 0;
  for (const { id } of expired) {
    const ended = await db.transaction(async (tx) => {
      const locked = await lockRecharge(tx, id);
      // It may have been passed, reported as paid or put in review since the list was read.
      const over =
        locked?.row.status === "pendingReview" && locked.row.over === true && locked.row.trouble === null;
      if (locked !== null && over) {
        await cancelRecharge(tx, locked, "expiry", "expired");
        await checkClock(tx);
      }
      return over;
    });
    if (ended) count += 1;
  }
  if (count > 0) changed();
  return count;
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
