import { createHash } from "node:crypto";
import type { Database, Queries } from "../db/database.ts";
import type { MakeBuckets } from "../http/house-rates.ts";
import type { Buckets } from "../http/token-buckets.ts";
import type { SealedColumn, SealedPlace, Vault } from "../vault/vault.ts";
import { remakePicture } from "../http/remake-picture.ts";
import * as sql from "./pictures.sql.ts";

/** The encrypted column of pictures, for reencryption. */
export const SEALED_PICTURES: readonly SealedColumn[] = [
  { table: "service_picture", key: ["id"], column: "sealed" },
];

/** Six at once, then one every half minute. */
const RATE = { perSecond: 1 / 30, burst: 6 };
const MAX_PER_DAY = 60;
const DAY_S = 86_400;

/** A stored picture, or the reason for a refusal. */
export type StoredPicture =
  | { readonly ok: true; readonly id: bigint; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: "not-accepted" | "too-large" }
  | { readonly ok: false; readonly why: "too-fast"; readonly seconds: number };

/** A picture of the conversation of a player. */
export interface DeskPicture {
  readonly playerId: bigint;
  /** WebP. */
  readonly bytes: Buffer;
}

/** Pictures of conversations, which are encrypted, and public ones. */
export class Pictures {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #buckets: Buckets;

  constructor(db: Database, vault: Vault, buckets: MakeBuckets) {
    this.#db = db;
    this.#vault = vault;
    this.#buckets = buckets("service-picture", RATE, "account");
  }

  /** Stores an upload of a player, to be attached to a line. */
  async ofPlayer(playerId: bigint, bytes: Buffer): Promise<StoredPicture> {
    const waitMs = await this.#buckets.take(String(playerId));
    if (waitMs > 0) return { ok: false, why: "too-fast", seconds: Math.ceil(waitMs / 1000) };
    const [recent] = await this.#db.query<{ pictures: number }>(sql.RECENT, [playerId]);
    if ((recent?.pictures ?? 0) >= MAX_PER_DAY) return { ok: false, why: "too-fast", seconds: DAY_S };
    return this.#store(playerId, null, bytes);
  }

  /** Stores an upload of an operator for a player, to be attached to a line. */
  ofDesk(playerId: bigint, operatorId: bigint, bytes: Buffer): Promise<StoredPicture> {
    return this.#store(playerId, operatorId, bytes);
  }

  /** Attaches a picture to a line: only once, and only one of this conversation and this side. */
  async send(
    tx: Queries,
    picture: { readonly id: bigint; readonly playerId: bigint; readonly operatorId: bigint | null },
  ): Promise<{ readonly width: number; readonly height: number } | null> {
    const [sent] = await tx.query<{ width: number; height: number }>(sql.SEND, [
      picture.id,
      picture.playerId,
      picture.operatorId,
    ]);
    return sent ?? null;
  }

  /** The bytes of a picture as its player may see it, or null. */
  async readForPlayer(id: bigint, playerId: bigint): Promise<Buffer | null> {
    const [row] = await this.#db.query<{ id: bigint; sealed: Buffer }>(sql.OF_PLAYER, [id, playerId]);
    return row === undefined ? null : this.#open(row);
  }

  /** A picture as the desk may see it, with the player of its conversation, or null. */
  async readForDesk(id: bigint): Promise<DeskPicture | null> {
    const [row] = await this.#db.query<{ id: bigint; player_id: bigint; sealed: Buffer }>(sql.OF_DESK, [id]);
    return row === undefined ? null : { playerId: row.player_id, bytes: this.#open(row) };
  }

  async #store(playerId: bigint, operatorId: bigint | null, bytes: Buffer): Promise<StoredPicture> {
    const made = await remakePicture(bytes);
    if (!made.ok) return made;
    const { width, height } = made;
    const [next] = await this.#db.query<{ id: bigint }>(sql.NEXT_PICTURE);
    if (next === undefined) throw new Error("no number for a picture");
    const sealed = this.#vault.seal(placeOf(next.id), made.bytes.toString("base64"));
    await this.#db.query(sql.KEEP, [next.id, playerId, operatorId, sealed, width, height]);
    await this.#db.query(sql.FORGET_UNSENT, [playerId]);
    return { ok: true, id: next.id, width, height };
  }

  #open({ id, sealed }: { readonly id: bigint; readonly sealed: Buffer }): Buffer {
    return openPicture(this.#vault, { id, sealed });
  }
}

/** Opens a stored picture of a conversation. */
export function openPicture(
  vault: Vault,
  { id, sealed }: { readonly id: bigint; readonly sealed: Buffer },
): Buffer {
  return Buffer.from(vault.open(placeOf(id), sealed), "base64");
}

/** Stores a public picture in the transaction of its banner. Returns its name. */
export async function storePublicPicture(
  tx: Queries,
  made: { readonly bytes: Buffer; readonly width: number; readonly height: number },
): Promise<string> {
  const name = createHash("sha256").update(made.bytes).digest("hex").slice(0, 32);
  await tx.query(sql.KEEP_PUBLIC, [name, made.bytes, made.width, made.height]);
  return name;
}

/** The bytes of a public picture, or null. */
export async function readPublicPicture(db: Queries, name: string): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>(sql.PUBLIC, [name]);
  return row?.bytes ?? null;
}

function placeOf(id: bigint): SealedPlace {
  return { table: "service_picture", column: "sealed", row: id };
}
