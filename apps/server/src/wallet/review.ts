import type { PlayerReason } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";

/**
 * What an operator's word is worth beside those that others gave before, where two people are needed. `second`: with
 * one of them it is enough. `first`: none of them counts any more, so that another person must follow. `related`: the
 * others and this one had a hand in each other's access to the desk, which makes them one. `new`: this operator's own
 * access was changed a short while ago, and they may be the first of two, but not yet the second.
 */
export type WordBeside = "second" | "first" | "related" | "new";

/** The desk's verdict on a decision: one person is enough, a second is needed, or it is refused. */
export type Word = "alone" | "second" | "refused";

/** The operator who decides about a recharge or withdrawal, and what is written with the decision. */
export interface Reviewer {
  readonly operatorId: bigint;
  /** What the player is told. Required for a cancellation. */
  readonly told?: PlayerReason;
  /** Read by operators alone. */
  readonly reason?: string;
  /** The first person whose approval of exactly this amount is confirmed. */
  readonly confirms?: bigint;
  /** Value of this operator's approval beside those of others, evaluated in the transaction; default `second`. */
  beside?(tx: Queries, operators: readonly bigint[]): Promise<WordBeside>;
  /** Runs first in the transaction, before the player's money is locked. */
  begin?(tx: Queries): Promise<void>;
  /**
   * Evaluated in the transaction, under the lock of the player's money: conditions beyond the order itself. By default
   * one person is enough.
   */
  judge?(tx: Queries, order: { readonly playerId: bigint; readonly amount: Money }): Promise<Word>;
  /**
   * Runs in the transaction that moves the money, so that both commit together. `alone` is the amount moved by this
   * operator's approval alone.
   */
  within(tx: Queries, alone?: Money): Promise<void>;
}

/** Value of an approval beside the earlier ones of its order; "own" if the reviewer has already given one. */
export async function besideApprovals(
  tx: Queries,
  by: Pick<Reviewer, "operatorId" | "beside">,
  { approvals, needsTwo }: { readonly approvals: readonly Approver[]; readonly needsTwo: boolean },
): Promise<"own" | WordBeside> {
  const given = approvals.map(({ operator_id: id }) => id);
  if (given.includes(by.operatorId)) return "own";
  if (!needsTwo) return "second";
  if (given.length === 0) return "first";
  return by.beside === undefined ? "second" : await by.beside(tx, given);
}

/** The operator of an approval. */
export interface Approver {
  readonly operator_id: bigint;
}

/** Why an operator cannot be the second person of a review. */
export type NoSecond = "same-operator" | "related" | "new";

/** Outcome of a review. Only `done` and `second-needed` have changed anything and called `within`. */
export type ReviewOutcome<Record = unknown> =
  /** The order is decided; `record` is the player's view of it. */
  | { readonly outcome: "done"; readonly record: Record }
  /** The first of two approvals was stored: another operator must give the second. */
  | { readonly outcome: "second-needed" }
  /** This operator gave the first approval, or cannot be the second person beside the one who did. */
  | { readonly outcome: NoSecond }
  /** They, or somebody related to them, matched a payment with it. */
  | { readonly outcome: "matched" }
  /** What came for it is no longer what the operator saw. */
  | { readonly outcome: "changed" }
  /** Money came for it, and the reason says that none did. */
  | { readonly outcome: "came" }
  /** The reviewer's rules forbid it. */
  | { readonly outcome: "refused" }
  /** The player's own limit or break forbids it. */
  | { readonly outcome: "excluded" | "break" | "over-limit" }
  /** There is no such order. */
  | { readonly outcome: "unknown" }
  /** The order was already decided. */
  | { readonly outcome: "finished" }
  /** Money is frozen. */
  | { readonly outcome: "stopped" };

/** Decides about a recharge or withdrawal by its id: exactly once, also under concurrent requests. */
export type Review<Record = unknown> = (orderId: bigint, by: Reviewer) => Promise<ReviewOutcome<Record>>;
