import type { Queries } from "../../db/database.ts";
import { type Correction, isHeld } from "../../identity/identity.ts";
import { onBreak } from "../../protection/protection.ts";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { secondPerson } from "../operators/second-person.ts";
import * as sql from "./corrections.sql.ts";

/**
 * Whether two people must correct a player's name or date: another one ends an exclusion, or the doubt of one, also one that was
 * decided, since that was about the name of then.
 */
export async function takesTwo(db: Queries, playerId: bigint): Promise<boolean> {
  const breaks = await onBreak(db, [playerId]);
  if (breaks.get(playerId)?.kind === "exclusion") return true;
  const [row] = await db.query<{ doubted: boolean }>(sql.EVER_DOUBTED, [playerId]);
  return row?.doubted === true;
}

/** What an operator's word counts for; `own` if they were the first themselves. */
type Counted = "own" | "first" | "second" | "related" | "new";

/** What it counts for that an operator verifies documents: two people do so of whoever is held, since it opens play. */
export async function besideVerified(
  tx: Queries,
  { config, operators }: Pick<DeskDeps, "config" | "operators">,
  { caller: { operatorId } }: { readonly caller: Pick<DeskContext["caller"], "operatorId"> },
  { playerId, submissionId, note }: Record<"playerId" | "submissionId", bigint> & { readonly note: string },
): Promise<Counted> {
  if (!(await isHeld(tx, playerId))) return "second";
  const [before] = await tx.query<{ first_by: bigint | null }>(sql.FIRST_VERIFIED, [submissionId]);
  const first = before?.first_by ?? null;
  if (first === operatorId) return "own";
  if (first !== null) {
    const second = {
      action: "identity.verify",
      operatorId,
      newDays: config.operatorNewDays,
      operators,
    } as const;
    const word = await secondPerson(tx, second, [first]);
    if (word !== "first") return word;
  }
  await tx.query(sql.VERIFY_FIRST, [submissionId, operatorId, note]);
  return "first";
}

interface Entry {
  readonly playerId: bigint;
  readonly correction: Correction;
  readonly reason: string;
}

/**
 * What an operator's entry is worth: `second` if another person has entered the same. Otherwise it is kept as the `first`, unless
 * the operator entered it before (`own`) or cannot be the second person.
 */
export async function besideEntered(
  tx: Queries,
  { config, services, operators }: Pick<DeskDeps, "config" | "services" | "operators">,
  { caller }: Pick<DeskContext, "caller">,
  { playerId, correction, reason }: Entry,
): Promise<Counted> {
  const { operatorId } = caller;
  const [before] = await tx.query<{ asked_by: bigint; entered: Uint8Array }>(sql.ENTERED, [playerId]);
  const isSame =
    before !== undefined &&
    services.identity
      .hashesOf(correction, { playerId, by: before.asked_by })
      .some((hash) => Buffer.compare(hash, before.entered) === 0);
  if (isSame) {
    if (before.asked_by === operatorId) return "own";
    const second = {
      action: "identity.correct",
      operatorId,
      newDays: config.operatorNewDays,
      operators,
    } as const;
    const word = await secondPerson(tx, second, [before.asked_by]);
    if (word === "second") await tx.query(sql.FORGET, [playerId]);
    if (word !== "first") return word;
  }
  const [hash] = services.identity.hashesOf(correction, { playerId, by: operatorId });
  await tx.query(sql.ENTER, [playerId, operatorId, hash, reason]);
  return "first";
}
