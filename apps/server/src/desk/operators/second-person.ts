import type { Action } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import type { WordBeside } from "../../wallet/wallet.ts";
import type { Operators } from "./operators.ts";
import * as sql from "./operators.sql.ts";
import { stillMay } from "./still-may.ts";

/** A candidate for the second of two people. */
export interface Second {
  /** The action that takes two people: whoever was first must still be allowed to do it. */
  readonly action: Action;
  readonly operatorId: bigint;
  /** Days during which an operator whose access was changed is no second person; `config.operatorNewDays`. */
  readonly newDays: number;
  /** Knows who has a role by the word of a server. */
  readonly operators: Pick<Operators, "ownAccess">;
}

/** The error for an operator who cannot be the second person. */
export const NO_SECOND = {
  "same-operator": "SAME_OPERATOR",
  related: "SECOND_RELATED",
  new: "SECOND_TOO_NEW",
} as const;
export type NoSecondCode = (typeof NO_SECOND)[keyof typeof NO_SECOND];

/**
 * Whether an operator counts as a second person after any of these first ones. It is called in the transaction of the
 * action and locks all of them until that ends. It is used wherever two people are needed, so that one person with two
 * names counts once: excluded are the same operator (which the caller refuses before), anybody who may no longer do the
 * action, anybody whom the other created, reissued, re-roled or unlocked, in either order, and anybody whose access was
 * changed within the last days.
 */
export async function secondPerson(
  tx: Queries,
  { action, operatorId, newDays, operators }: Second,
  firsts: readonly bigint[],
): Promise<WordBeside> {
  const held = await stillMay(tx, { action, operators }, [...firsts, operatorId]);
  const others = held.filter((id) => id !== operatorId);
  if (others.length === 0) return "first";
  const related = new Set(await relatedTo(tx, operatorId));
  if (others.every((id) => related.has(id))) return "related";
  return (await newUntil(tx, operatorId, newDays)) === null ? "second" : "new";
}

/** Operators who changed this one's access to the desk, or whose access this one changed. */
export async function relatedTo(db: Queries, operatorId: bigint): Promise<readonly bigint[]> {
  return (await db.query<{ id: bigint }>(sql.RELATED, [operatorId])).map(({ id }) => id);
}

/** Until when an operator cannot be a second person, epoch milliseconds; null when they are not new. */
export async function newUntil(db: Queries, operatorId: bigint, days: number): Promise<number | null> {
  const [row] = await db.query<{ until_ms: bigint }>(sql.NEW_UNTIL, [operatorId, days]);
  return row === undefined ? null : Number(row.until_ms);
}
