import { type PlayerReason, toldReason } from "@lotus/contract";
import { shieldOf } from "../protection/protection.ts";
import { formatMoney, type Money } from "@lotus/money";
import type { ListPlace, Queries } from "../db/database.ts";
import { sendMessage } from "../inbox/inbox.ts";
import { cashAccount, HOUSE_ACCOUNTS, isStopped, lockCash, post } from "../ledger/ledger.ts";
import type { AgentSettings } from "../settings/agent-settings.ts";
import type { WordBeside } from "../wallet/wallet.ts";
import { TELL_BALANCES } from "./day-book.sql.ts";
import * as sql from "./gifts.sql.ts";

export type GiftStatus = "waiting" | "given" | "cancelled";

/** A gift with the people involved. Instants are epoch milliseconds. */
export interface Gift {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly username: string;
  readonly playerStatus: "active" | "locked" | "closed";
  readonly amount: Money;
  /** The reason that the player reads: a code of PLAYER_REASONS; in older gifts, a text. */
  readonly reason: string;
  /** Read by operators alone. */
  readonly note: string;
  readonly status: GiftStatus;
  readonly askedBy: { readonly id: bigint; readonly name: string };
  readonly askedAt: number;
  readonly decidedBy: { readonly id: bigint; readonly name: string } | null;
  readonly decidedAt: number | null;
  readonly balanceAfter: Money | null;
}

/** Filter of a list of gifts. */
export interface GiftFilter {
  readonly status: GiftStatus | null;
  readonly playerId: bigint | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Result of giving a gift. */
export type GiveOutcome =
  | { readonly outcome: "given" | "waiting"; readonly id: bigint }
  | { readonly outcome: "unknown" | "refused" | "excluded" | "break" | "guarded" | "above-max" | "stopped" };

/** The operator who gives, and the desk's rules for it. */
export interface Giver {
  readonly operatorId: bigint;
  /** Called under the lock of the player's money: one person suffices, a second is needed, or it is refused. */
  judge(
    tx: Queries,
    gift: { readonly playerId: bigint; readonly amount: Money },
  ): Promise<"alone" | "second" | "refused">;
}

/**
 * Result of a decision on a waiting gift. `first`: the operator who requested it may no longer give, so the one who
 * confirmed it becomes its first person and it waits for another.
 */
export type DecideOutcome =
  | "done"
  | "first"
  | "unknown"
  | "finished"
  | "excluded"
  | "break"
  | "guarded"
  | "refused"
  | "same-operator"
  | "related"
  | "new"
  | "stopped";

/** The second of two people. */
export interface SecondOperator extends Giver {
  /**
   * What this operator's confirmation counts for after that of the requesting operator, in the transaction that gives.
   */
  beside(tx: Queries, operatorId: bigint): Promise<WordBeside>;
}

/**
 * The operator's gifts. Each is given in the caller's transaction, with the money, the message to the player and the
 * live event; notify readers of live events after the commit.
 */
export class Gifts {
  readonly bounds: AgentSettings["gifts"];

  constructor(bounds: AgentSettings["gifts"]) {
    this.bounds = bounds;
  }

  /**
   * Gives at once, or stores the gift for a second operator when it is above the set amount or the desk's rules require
   * one: these count the sums of a day, so that a large gift cannot be split.
   */
  async give(
    tx: Queries,
    request: {
      readonly playerId: bigint;
      readonly amount: Money;
      readonly told: PlayerReason;
      readonly note: string;
      readonly by: Giver;
    },
  ): Promise<GiveOutcome> {
    const { playerId, amount, told, note, by } = request;
    const { operatorId } = by;
    if (amount > this.bounds.max) return { outcome: "above-max" };
    if ((await tx.query(sql.IS_PLAYER, [playerId])).length === 0) return { outcome: "unknown" };
    // The lock serializes gifts to one player, so that each sees the earlier ones.
    await lockCash(tx, playerId);
    const shield = await shieldOf(tx, playerId);
    if (shield !== null) return { outcome: shield };
    const word = await by.judge(tx, { playerId, amount });
    if (word === "refused") return { outcome: word };
    if (await isStopped(tx)) return { outcome: "stopped" };
    if (word === "second" || amount > this.bounds.fourEyesAbove) {
      const [row] = await tx.query<{ id: bigint }>(sql.ADD_WAITING, [
        playerId,
        amount,
        told,
        operatorId,
        note,
      ]);
      if (row === undefined) throw new Error("a gift was not kept");
      return { outcome: "waiting", id: row.id };
    }
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
    if (next === undefined) throw new Error("a gift got no number");
    const balance = await pay(tx, { id: next.id, playerId, amount, told });
    await tx.query(sql.ADD_GIVEN, [playerId, amount, told, operatorId, balance, next.id, note]);
    return { outcome: "given", id: next.id };
  }

  /** Confirms a waiting gift, as the second of two people. */
  async confirm(tx: Queries, id: bigint, by: SecondOperator): Promise<DecideOutcome> {
    const [gift] = await tx.query<LockedGift & Record<string, unknown>>(sql.LOCK_GIFT, [id]);
    if (gift === undefined) return "unknown";
    if (gift.status !== "waiting") return "finished";
    if (gift.asked_by === by.operatorId) return "same-operator";
    const { player_id: playerId, amount, reason } = gift;
    await lockCash(tx, playerId);
    const shield = await shieldOf(tx, playerId);
    if (shield !== null) return shield;
    if ((await by.judge(tx, { playerId, amount })) === "refused") return "refused";
    if (await isStopped(tx)) return "stopped";
    const word = await by.beside(tx, gift.asked_by);
    if (word === "related" || word === "new") return word;
    if (word === "first") {
      await tx.query(sql.ASK_ANEW, [id, by.operatorId]);
      return "first";
    }
    // Text that an operator wrote before there was a list is no more than a note.
    const balance = await pay(tx, { id, playerId, amount, told: toldReason("gift.give", reason) });
    await tx.query(sql.END_GIFT, [id, "given", by.operatorId, balance]);
    return "done";
  }

  async cancel(tx: Queries, id: bigint, operatorId: bigint): Promise<DecideOutcome> {
    const [gift] = await tx.query<LockedGift & Record<string, unknown>>(sql.LOCK_GIFT, [id]);
    if (gift === undefined) return "unknown";
    if (gift.status !== "waiting") return "finished";
    await tx.query(sql.END_GIFT, [id, "cancelled", operatorId, null]);
    return "done";
  }

  /** Gifts in the order of their ids. */
  async list(
    db: Queries,
    { status, playerId, from, to }: GiftFilter,
    { before, limit, order = "newest" }: ListPlace,
  ): Promise<readonly Gift[]> {
    const values = [before, limit, status, playerId, from, to];
    return (await db.query<GiftRow & Record<string, unknown>>(sql.LIST[order], values)).map(giftOf);
  }

  async read(db: Queries, id: bigint): Promise<Gift | undefined> {
    const [row] = await db.query<GiftRow & Record<string, unknown>>(sql.ONE, [id]);
    return row === undefined ? undefined : giftOf(row);
  }
}

interface LockedGift {
  readonly player_id: bigint;
  readonly amount: bigint;
  readonly reason: string;
  readonly status: GiftStatus;
  readonly asked_by: bigint;
}

interface GiftRow {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: Gift["playerStatus"];
  readonly amount: bigint;
  readonly reason: string;
  readonly note: string;
  readonly status: GiftStatus;
  readonly asked_by: bigint;
  readonly asked_name: string;
  readonly asked_ms: bigint;
  readonly decided_by: bigint | null;
  readonly decided_name: string | null;
  readonly decided_ms: bigint | null;
  readonly balance_after: bigint | null;
}

/** Moves the money and informs the player; returns the new balance. */
async function pay(
  tx: Queries,
  gift: {
    readonly id: bigint;
    readonly playerId: bigint;
    readonly amount: Money;
    readonly told: PlayerReason;
  },
): Promise<Money> {
  const { id, playerId, amount, told } = gift;
  const balance = (await lockCash(tx, playerId)) + amount;
  const [debit, credit] = [HOUSE_ACCOUNTS.gifts, cashAccount(playerId)];
  const posted = await post(tx, [{ code: "gift", debit, credit, amount, reference: `G${id}`, playerId }]);
  if (!posted) throw new Error("the account of gifts is short");
  await sendMessage(tx, {
    playerId,
    template: "giftReceived",
    values: { amount: formatMoney(amount), reason: told },
  });
  await tx.query(TELL_BALANCES, [[playerId], [balance]]);
  return balance;
}

function giftOf(row: GiftRow): Gift {
  const { decided_by: decidedBy, decided_ms: decidedMs } = row;
  return {
    id: row.id,
    playerId: row.player_id,
    username: row.username,
    playerStatus: row.player_status,
    amount: row.amount,
    reason: row.reason,
    note: row.note,
    status: row.status,
    askedBy: { id: row.asked_by, name: row.asked_name },
    askedAt: Number(row.asked_ms),
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: row.decided_name ?? "" },
    decidedAt: decidedMs === null ? null : Number(decidedMs),
    balanceAfter: row.balance_after,
  };
}
