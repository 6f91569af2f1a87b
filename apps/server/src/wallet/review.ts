import type { Queries } from "../db/database.ts";

/** Who decides about an order of money, and what is written with the decision. */
export interface Reviewer {
  readonly operatorId: bigint;
  /** Told to the player. A cancellation needs one. */
  readonly reason?: string;
  /**
   * Which of these operators' approvals still count, asked in that transaction: those of whoever was locked out since,
   * or may not approve any more, do not. All of them where nobody says.
   */
  stillCount?(tx: Queries, operators: readonly bigint[]): Promise<readonly bigint[]>;
  /** Runs in the transaction that moves the money, so that what it writes is there with it or not at all. */
  within(tx: Queries): Promise<void>;
}

/** The approvals of others that still count; "own" when the reviewer has given one already. */
export async function countingApprovals(
  tx: Queries,
  by: Pick<Reviewer, "operatorId" | "stillCount">,
  approvals: readonly { readonly operator_id: bigint }[],
): Promise<"own" | readonly bigint[]> {
  const given = approvals.map(({ operator_id: id }) => id);
  if (given.includes(by.operatorId)) return "own";
  return given.length === 0 || by.stillCount === undefined ? given : await by.stillCount(tx, given);
}

/** What a review came to. Only `done` and `second-needed` have changed anything and called `within`. */
export type ReviewOutcome<Record = unknown> =
  /** The order is decided, with its record as the player sees it. */
  | { readonly outcome: "done"; readonly record: Record }
  /** The first of two approvals was kept: another operator must give the second. */
  | { readonly outcome: "second-needed" }
  /** This operator has given the first approval already. */
  | { readonly outcome: "same-operator" }
  /** There is no such order. */
  | { readonly outcome: "unknown" }
  /** The order was decided before. */
  | { readonly outcome: "finished" }
  /** Money is stopped. */
  | { readonly outcome: "stopped" };

/** Decides about an order of money by its id: once, however many ask at the same time. */
export type Review<Record = unknown> = (orderId: bigint, by: Reviewer) => Promise<ReviewOutcome<Record>>;
