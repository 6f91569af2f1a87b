import type { Action } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import type { WordBeside } from "../../wallet/wallet.ts";
import * as sql from "./operators.sql.ts";
import { stillMay } from "./still-may.ts";

/** Who would be the second of two people, and for what. */
export interface Second {
  /** The action that takes two people: whoever was first must still be allowed to do it. */
  readonly action: Action;
  readonly operatorId: bigint;
  /** Days in which an operator whose access was changed is no second person; `server.operatorNewDays`. */
  readonly newDays: number;
}

/** The error for an operator who cannot be the second person. */
export const NO_SECOND = {
  "same-operator": "SAME_OPERATOR",
  related: "SECOND_RELATED",
  new: "SECOND_TOO_NEW",
} as const;
export type NoSecondCode = (typeof NO_SECOND)[keyof typeof NO_SECOND];

/**
 * Whether an operator is a second person beside any of these others, who were first; asked in the transaction of what
 * they do together, where all of them stay as they are until it ends. Wherever two people are needed this is asked, so
 * that one person with two names is one: not the same operator twice (which the caller refuses before), nobody who may
 * not do it any more, nobody whom the other made, reissued, re-roled or unlocked, whichever of them is first, and
 * nobody whose access was changed within the last days.
 */
export async function secondPerson(
  tx: Queries,
  { action, operatorId, newDays }: Second,
  firsts: readonly bigint[],
): Promise<WordBeside> {
  const held = await stillMay(tx, action, [...firsts, operatorId]);
  const others = held.filter((id) => id !== operatorId);
  if (others.length === 0) return "first";
  const related = new Set(await relatedTo(tx, operatorId));
  if (others.every((id) => related.has(id))) return "related";
  return (await newUntil(tx, operatorId, newDays)) === null ? "second" : "new";
}

/** Operators who had a hand in this one's access to the desk, or this one in theirs. */
export async function relatedTo(db: Queries, operatorId: bigint): Promise<readonly bigint[]> {
  return (await db.query<{ id: bigint }>(sql.RELATED, [operatorId])).map(({ id }) => id);
}

/** Until when an operator is nobody's second person, epoch milliseconds; null for one who is not new. */
export async function newUntil(db: Queries, operatorId: bigint, days: number): Promise<number | null> {
  const [row] = await db.query<{ until_ms: bigint }>(sql.NEW_UNTIL, [operatorId, days]);
  return row === undefined ? null : Number(row.until_ms);
}
