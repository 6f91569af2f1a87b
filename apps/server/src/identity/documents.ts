import type { DocumentKind } from "@lotus/contract";
import type { Queries } from "../db/database.ts";
import { remakePicture } from "../http/remake-picture.ts";
import type { MakeBuckets } from "../http/house-rates.ts";
import type { Buckets } from "../http/token-buckets.ts";
import type { SealedPlace, Vault } from "../vault/vault.ts";
import * as sql from "./identity.sql.ts";

/** A document in full: for the desk and the provider. */
export interface OpenDocument {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly kind: DocumentKind;
  /** WebP. */
  readonly bytes: Buffer;
}

/** A picture made anew, or why not. */
export type TakenPicture =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: "not-accepted" | "too-large" }
  | { readonly ok: false; readonly why: "too-fast"; readonly seconds: number };

/** Twelve at once, then one every half minute. */
const RATE = { perSecond: 1 / 30, burst: 12 };
const ERASED_AT_ONCE = 200;

/** Pictures of documents, each sealed for its row. */
export class Documents {
  readonly #vault: Vault;
  readonly #buckets: Buckets;

  constructor(vault: Vault, buckets: MakeBuckets) {
    this.#vault = vault;
    this.#buckets = buckets("identity-document", RATE, "account");
  }

  /** Makes an upload anew, before any transaction. */
  async take(playerId: bigint, bytes: Buffer): Promise<TakenPicture> {
    const waitMs = await this.#buckets.take(String(playerId));
    if (waitMs > 0) return { ok: false, why: "too-fast", seconds: Math.ceil(waitMs / 1000) };
    return remakePicture(bytes);
  }

  /** Stores a document in place of another of its kind that waits to be sent. The identity must be locked. */
  async store(
    tx: Queries,
    playerId: bigint,
    { kind, bytes, width, height }: Extract<TakenPicture, { ok: true }> & { readonly kind: DocumentKind },
  ): Promise<void> {
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_DOCUMENT);
    if (next === undefined) throw new Error("no number for a document");
    const sealed = this.#vault.seal(placeOf(next.id), bytes.toString("base64"));
    await tx.query(sql.DROP_UNSENT, [playerId, kind]);
    await tx.query(sql.ADD_DOCUMENT, [next.id, playerId, kind, sealed, width, height]);
  }

  /** The documents of a submission in full. */
  async ofSubmission(db: Queries, playerId: bigint, submissionId: bigint): Promise<readonly OpenDocument[]> {
    const rows = await db.query<{ id: bigint; kind: DocumentKind; sealed: Buffer }>(sql.SEALED_OF, [
      submissionId,
    ]);
    return rows.map(({ id, kind, sealed }) => ({ id, playerId, kind, bytes: this.#open(id, sealed) }));
  }

  /** A document that was sent, or null. */
  async read(db: Queries, id: bigint): Promise<OpenDocument | null> {
    const [row] = await db.query<{ id: bigint; player_id: bigint; kind: DocumentKind; sealed: Buffer }>(
      sql.DOCUMENT,
      [id],
    );
    if (row === undefined) return null;
    return { id, playerId: row.player_id, kind: row.kind, bytes: this.#open(id, row.sealed) };
  }

  #open(id: bigint, sealed: Buffer): Buffer {
    return Buffer.from(this.#vault.open(placeOf(id), sealed), "base64");
  }
}

/** Erases what was decided so many days ago, and what was never sent within a week. Returns how many documents. */
export async function eraseDue(db: Queries, documentDays: number): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await db.query<{ erased: number }>(sql.ERASE_DUE, [documentDays, ERASED_AT_ONCE]);
    const erased = row?.erased ?? 0;
    total += erased;
    if (erased < ERASED_AT_ONCE) return total;
  }
}

/** Erases every document of a player, as when the account is closed; what waits for review waits no longer. */
export async function eraseDocuments(tx: Queries, playerId: bigint): Promise<void> {
  const locked = await tx.query(sql.LOCK, [playerId]);
  if (locked.length === 0) return;
  await tx.query(sql.ERASE_ALL, [playerId]);
  const dropped = await tx.query(sql.DROP_WAITING, [playerId]);
  if (dropped.length > 0) await tx.query(sql.SET_STATE, [playerId, "none"]);
}

function placeOf(id: bigint): SealedPlace {
  return { table: "identity_document", column: "sealed", row: id };
}
