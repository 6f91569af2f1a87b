import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";

/**
 * What an operator's word is worth beside those that others gave before, where two people are needed. `second`: with
 * one of them it is enough. `first`: none of them counts any more, so that another person must follow. `related`: the
 * others and this one had a hand in each other's access to the desk, which makes them one. `new`: this operator's own
 * access was changed a short while ago, and they may be the first of two, but not yet the second.
 */
export type WordBeside = "second" | "first" | "related" | "new";

/** What the desk says of a decision: one person is enough for it, a second is needed, or it may not be. */
export type Word = "alone" | "second" | "refused";

/** Who decides about an order of money, and what is written with the decision. */
export interface Reviewer {
  readonly operatorId: bigint;
  /** Told to the player. A cancellation needs one. */
  readonly reason?: string;
  /** What this operator's approval is worth beside those of others, asked in that transaction; `second` where nobody says. */
  beside?(tx: Queries, operators: readonly bigint[]): Promise<WordBeside>;
  /** Runs first in the transaction, before the player's money is locked. */
  begin?(tx: Queries): Promise<void>;
  /**
   * Asked in the transaction, under the lock of the player's money: what more than the order itself decides. One person
   * is enough where nobody says.
   */
  judge?(tx: Queries, order: { readonly playerId: bigint; readonly amount: Money }): Promise<Word>;
  /**
   * Runs in the transaction that moves the money, so that what it writes is there with it or not at all. `alone` is what
   * moved by this operator's word alone.
   */
  within(tx: Queries, alone?: Money): Promise<void>;
}

/** What an approval is worth beside the earlier ones of its order; "own" when the reviewer has given one already. */
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

/** Whose approval a row is. */
export interface Approver {
  readonly operator_id: bigint;
}

/** Why an operator cannot be the second person of a review. */
export type NoSecond = "same-operator" | "related" | "new";

/** What a review came to. Only `done` and `second-needed` have changed anything and called `within`. */
export type ReviewOutcome<Record = unknown> =
  /** The order is decided, with its record as the player sees it. */
  | { readonly outcome: "done"; readonly record: Record }
  /** The first of two approvals was kept: another operator must give the second. */
  | { readonly outcome: "second-needed" }
  /** This operator has given the first approval already, or is no second person beside whoever gave it. */
  | { readonly outcome: NoSecond }
  /** The reviewer's own judgement forbids it. */
  | { readonly outcome: "refused" }
  /** There is no such order. */
  | { readonly outcome: "unknown" }
  /** The order was decided before. */
  | { readonly outcome: "finished" }
  /** Money is stopped. */
  | { readonly outcome: "stopped" };

/** Decides about an order of money by its id: once, however many ask at the same time. */
export type Review<Record = unknown> = (orderId: bigint, by: Reviewer) => Promise<ReviewOutcome<Record>>;
