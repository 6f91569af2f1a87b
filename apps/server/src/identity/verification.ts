import { PROVING_KINDS, type DocumentKind, type IdentityState, type PlayerReason } from "@lotus/contract";
import type { Database, Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sendMessage } from "../inbox/inbox.ts";
import type { Documents } from "./documents.ts";
import { isHeld } from "./doubts.ts";
import * as sql from "./identity.sql.ts";
import type { Persons } from "./person.ts";
import type { IdentityProvider } from "./provider.ts";

/** How often documents may be sent in 24 hours. */
export const TRIES_A_DAY = 3;

/** What came of sending documents. */
export type SendOutcome =
  | { readonly outcome: "sent" | "closed" | "incomplete" }
  | { readonly outcome: "too-many"; readonly seconds: number };

/** A decision about documents. */
export interface Decision {
  readonly playerId: bigint;
  readonly submissionId: bigint;
  readonly outcome: "verified" | "refused";
  /** Null if no operator decided. */
  readonly operatorId: bigint | null;
  /** What the player is told; empty for none. */
  readonly reason: PlayerReason | "";
}

interface VerificationDeps extends Pick<Deps, "log"> {
  readonly db: Database;
  readonly persons: Persons;
  readonly documents: Documents;
  /** Null if only the desk checks documents. */
  readonly provider: IdentityProvider | null;
  /** Wakes the live events after a commit. */
  readonly notify: () => void;
}

/** Sends documents for review. The provider is asked once they wait, so that whatever it does, the desk has them. */
export async function sendForReview(deps: VerificationDeps, playerId: bigint): Promise<SendOutcome> {
  const sent = await deps.db.transaction((tx) => send(tx, deps.persons, playerId));
  if (!("submissionId" in sent)) return sent;
  deps.notify();
  if (deps.provider !== null) await askProvider(deps, deps.provider, { playerId, ...sent });
  return { outcome: "sent" };
}

/** Whether nothing can be added: documents are looked at, or the house knows and doubts nothing. */
export async function isClosed(db: Queries, playerId: bigint, state: IdentityState): Promise<boolean> {
  if (state !== "verified") return state === "inReview";
  return !(await isHeld(db, playerId));
}

async function send(
  tx: Queries,
  persons: Persons,
  playerId: bigint,
): Promise<SendOutcome | { readonly submissionId: bigint }> {
  const { state, realName, birthDate } = await persons.lock(tx, playerId);
  if (await isClosed(tx, playerId, state)) return { outcome: "closed" };
  const rows = await tx.query<{ kind: DocumentKind }>(sql.UNSENT_KINDS, [playerId]);
  const isProven = rows.some(({ kind }) => PROVING_KINDS.includes(kind));
  if (realName === null || birthDate === null || !isProven) return { outcome: "incomplete" };
  const [recent] = await tx.query<{ tries: number; free_in_ms: bigint | null }>(sql.RECENT, [playerId]);
  if (recent !== undefined && recent.tries >= TRIES_A_DAY)
    return { outcome: "too-many", seconds: Math.ceil(Number(recent.free_in_ms ?? 0n) / 1000) };
  const [added] = await tx.query<{ id: bigint }>(sql.ADD_SUBMISSION, [playerId]);
  if (added === undefined) throw new Error("a submission of documents was not added");
  await tx.query(sql.SEND_DOCUMENTS, [playerId, added.id]);
  await tx.query(sql.SET_STATE, [playerId, "inReview"]);
  return { submissionId: added.id };
}

/**
 * Only a clear "verified" decides anything, and nothing of whoever may be an excluded person or under age. A provider that
 * refuses, is not sure, too slow, silent, or not to be understood leaves the documents to the desk, which sees what it said.
 */
async function askProvider(
  { db, persons, documents, log, notify }: VerificationDeps,
  provider: IdentityProvider,
  { playerId, submissionId }: { readonly playerId: bigint; readonly submissionId: bigint },
): Promise<void> {
  const { realName, birthDate } = await persons.read(db, playerId);
  if (realName === null || birthDate === null) return;
  const sent = await documents.ofSubmission(db, playerId, submissionId);
  const verdict = await provider.check({ realName, birthDate }, sent).catch((error: unknown) => {
    log.warn({ err: error }, "the provider of identities gave no answer; the desk decides");
    return "silent" as const;
  });
  await db.transaction(async (tx) => {
    await persons.lock(tx, playerId);
    const waits = await tx.query(sql.SET_VERDICT, [submissionId, verdict]);
    if (waits.length === 0 || verdict !== "verified" || (await isHeld(tx, playerId))) return;
    await decide(tx, { playerId, submissionId, outcome: "verified", operatorId: null, reason: "" });
  });
  notify();
}

/** Verifies what a player has sent and what waits, if anything does. */
export async function verifyUnseen(tx: Queries, playerId: bigint): Promise<void> {
  const [newest] = await tx.query<{ id: bigint }>(sql.NEWEST, [playerId]);
  if (newest === undefined || (await isHeld(tx, playerId))) return;
  await decide(tx, { playerId, submissionId: newest.id, outcome: "verified", operatorId: null, reason: "" });
}

/** Decides about documents and tells the player, in one transaction. False if they were decided already. */
export async function decide(
  tx: Queries,
  { playerId, submissionId, outcome, operatorId, reason }: Decision,
): Promise<boolean> {
  await tx.query(sql.LOCK, [playerId]);
  const decided = await tx.query(sql.DECIDE, [playerId, submissionId, outcome, operatorId, reason]);
  if (decided.length === 0) return false;
  await tx.query(sql.SET_STATE, [playerId, outcome]);
  if (outcome === "verified") await sendMessage(tx, { playerId, template: "identityVerified", values: {} });
  else await sendMessage(tx, { playerId, template: "identityRefused", values: { reason } });
  return true;
}
