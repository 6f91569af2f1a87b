import type { Database, Queries } from "../db/database.ts";
import type { SealedColumn, Vault } from "../vault/vault.ts";
import type { Pictures } from "./pictures.ts";
import * as sql from "./service.sql.ts";

/** The encrypted column of conversations, for reencryption. */
export const SEALED_LINES: readonly SealedColumn[] = [
  { table: "service_line", key: ["player_id", "id"], column: "sealed" },
];

/** A line as seen by both sides. Times are epoch milliseconds. */
export interface Line {
  readonly id: bigint;
  readonly from: "player" | "desk";
  /** The operator who wrote it; hidden from players. */
  readonly operatorId: bigint | null;
  readonly text: string | null;
  readonly picture: { readonly id: bigint; readonly width: number; readonly height: number } | null;
  readonly time: number;
}

/** A new line. */
export interface NewLine {
  readonly playerId: bigint;
  /** The operator who writes, or null for the player. */
  readonly operatorId: bigint | null;
  readonly text: string | null;
  readonly pictureId: bigint | null;
  /** The idempotency key, with the hash of the request. */
  readonly key?: string | undefined;
  readonly bodyHash?: Uint8Array;
}

/** The new line, the earlier one of the same key, or the reason for a refusal. */
export type WrittenLine =
  | { readonly outcome: "written"; readonly line: Line }
  | { readonly outcome: "repeated"; readonly line: Line }
  | { readonly outcome: "conflict" }
  | { readonly outcome: "picture-unknown" };

/** State of a conversation. */
export interface ConversationState {
  readonly status: "none" | "open" | "closed";
  readonly unreadByPlayer: number;
  readonly unreadByDesk: number;
  readonly deskReadTo: bigint;
  /** The assigned operator. */
  readonly assignedTo: bigint | null;
}

interface LineRow {
  readonly id: bigint;
  readonly sender: "player" | "desk";
  readonly operator_id: bigint | null;
  readonly sealed: Buffer | null;
  readonly picture_id: bigint | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly created: bigint;
}

/** The conversations between players and the desk. */
export class Conversations {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #pictures: Pictures;

  constructor(db: Database, vault: Vault, pictures: Pictures) {
    this.#db = db;
    this.#vault = vault;
    this.#pictures = pictures;
  }

  /** Adds a line, in the caller's transaction. The player's windows are notified, whoever wrote it. */
  async write(tx: Queries, line: NewLine): Promise<WrittenLine> {
    const { playerId, operatorId, text, pictureId, key } = line;
    const sender = operatorId === null ? "player" : "desk";
    await tx.query(sql.BEGIN, [playerId, sender]);
    await tx.query(sql.HOLD, [playerId]);
    if (key !== undefined) {
      const [before] = await tx.query<{ id: bigint; body_hash: Buffer | null }>(sql.LINE_OF_KEY, [
        playerId,
        sender,
        key,
      ]);
      if (before !== undefined) return this.#again(tx, line, before);
    }
    if (pictureId !== null) {
      const sent = await this.#pictures.send(tx, { id: pictureId, playerId, operatorId });
      if (sent === null) return { outcome: "picture-unknown" };
    }
    const id = await nextLine(tx);
    const sealed = text === null ? null : this.#vault.seal(placeOf(playerId, id), text);
    const [added] = await tx.query<{ player_unread: number }>(sql.ADD_LINE, [
      playerId,
      id,
      sender,
      operatorId,
      sealed,
      pictureId,
      key ?? null,
      line.bodyHash ?? null,
    ]);
    if (added === undefined) throw new Error("a line was not added");
    await tx.query(sql.TELL_PLAYER, [playerId, added.player_unread]);
    return { outcome: "written", line: await this.#one(tx, playerId, id) };
  }

  /** A page of lines, newest first. */
  async lines(
    playerId: bigint,
    { before, limit }: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly Line[]> {
    const rows = await this.#db.query<LineRow & Row>(sql.LINES, [playerId, before, limit]);
    return rows.map((row) => this.#opened(playerId, row));
  }

  /** The lines after a given one, newest first; if there are more than `limit`, the oldest of them. */
  async linesAfter(playerId: bigint, after: bigint, limit: number): Promise<readonly Line[]> {
    const rows = await this.#db.query<LineRow & Row>(sql.LINES_AFTER, [playerId, after, limit]);
    return rows.map((row) => this.#opened(playerId, row));
  }

  async state(playerId: bigint): Promise<ConversationState> {
    const [row] = await this.#db.query<{
      status: "open" | "closed";
      player_unread: number;
      desk_unread: number;
      desk_read_to: bigint;
      assigned_to: bigint | null;
    }>(sql.STATE, [playerId]);
    return {
      status: row?.status ?? "none",
      unreadByPlayer: row?.player_unread ?? 0,
      unreadByDesk: row?.desk_unread ?? 0,
      deskReadTo: row?.desk_read_to ?? 0n,
      assignedTo: row?.assigned_to ?? null,
    };
  }

  /** Marks the desk's lines up to one as read by the player; returns the number of unread ones left. */
  async readByPlayer(playerId: bigint, to: bigint): Promise<number> {
    return this.#db.transaction(async (tx) => {
      await tx.query(sql.HOLD, [playerId]);
      const [row] = await tx.query<{ player_unread: number }>(sql.READ_BY_PLAYER, [playerId, to]);
      if (row !== undefined) await tx.query(sql.TELL_PLAYER, [playerId, row.player_unread]);
      return row?.player_unread ?? 0;
    });
  }

  /** Decrypts the text of a line. */
  textOf(playerId: bigint, id: bigint, sealed: Buffer | null): string | null {
    return sealed === null ? null : openLine(this.#vault, { playerId, id, sealed });
  }

  async #again(
    tx: Queries,
    { playerId, bodyHash }: NewLine,
    before: { readonly id: bigint; readonly body_hash: Buffer | null },
  ): Promise<WrittenLine> {
    const same =
      bodyHash !== undefined && before.body_hash !== null && Buffer.compare(before.body_hash, bodyHash) === 0;
    if (!same) return { outcome: "conflict" };
    return { outcome: "repeated", line: await this.#one(tx, playerId, before.id) };
  }

  async #one(tx: Queries, playerId: bigint, id: bigint): Promise<Line> {
    const [row] = await tx.query<LineRow & Row>(sql.ONE_LINE, [playerId, id]);
    if (row === undefined) throw new Error("a line is missing");
    return this.#opened(playerId, row);
  }

  #opened(playerId: bigint, row: LineRow): Line {
    const { id, sender, operator_id, sealed, picture_id, width, height, created } = row;
    return {
      id,
      from: sender,
      operatorId: operator_id,
      text: this.textOf(playerId, id, sealed),
      picture: picture_id === null ? null : { id: picture_id, width: width ?? 0, height: height ?? 0 },
      time: Number(created),
    };
  }
}

/** Opens the text of a stored line. */
export function openLine(
  vault: Vault,
  { playerId, id, sealed }: { readonly playerId: bigint; readonly id: bigint; readonly sealed: Buffer },
): string {
  return vault.open(placeOf(playerId, id), sealed);
}

/** Type of pg's rows. */
type Row = Readonly<Record<string, unknown>>;

async function nextLine(tx: Queries): Promise<bigint> {
  const [next] = await tx.query<{ id: bigint }>(sql.NEXT_LINE);
  if (next === undefined) throw new Error("no number for a line");
  return next.id;
}

function placeOf(playerId: bigint, id: bigint): { table: string; column: string; row: string } {
  return { table: "service_line", column: "sealed", row: `${playerId}/${id}` };
}
