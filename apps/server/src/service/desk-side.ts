import type { Database, Queries } from "../db/database.ts";
import type { Sql } from "../db/sql.ts";
import type { DoneBy } from "../inbox/inbox.ts";
import type { Conversations, ConversationState, Line, WrittenLine } from "./conversations.ts";
import type { DeskPicture, StoredPicture, Pictures } from "./pictures.ts";
import * as sql from "./service.sql.ts";

/** A conversation of the desk's list; its id is that of the player. Times are epoch milliseconds. */
export interface ConversationRow {
  readonly playerId: bigint;
  readonly username: string;
  readonly playerStatus: "active" | "locked" | "closed";
  readonly status: "open" | "closed";
  /** Null for a picture without text. */
  readonly lastText: string | null;
  readonly lastLine: bigint;
  readonly lastAt: number;
  readonly lastFrom: "player" | "desk";
  /** Lines of the player that no operator has read. */
  readonly unread: number;
  /** Since when the player has been waiting for an answer; null if not waiting. */
  readonly waitingSince: number | null;
  /** The assigned operator. */
  readonly assignedTo: bigint | null;
}

/** Position of a conversation in the list, as the cursor of the next page. */
export interface ConversationPlace {
  readonly status: "open" | "closed";
  readonly unread: boolean;
  readonly lastLine: bigint;
}

/** Conversations as used at the desk. `within` of an operator runs in the transaction of the action. */
export interface DeskConversations {
  /** Open ones first, then unread ones, then by the latest line. `after` is the last one of the previous page. */
  list(query: {
    readonly status?: "open" | "closed";
    readonly unreadOnly?: boolean;
    readonly assignedTo?: bigint;
    readonly after?: ConversationPlace;
    readonly limit: number;
  }): Promise<readonly ConversationRow[]>;
  /** Those whose player waits for an answer, longest waiting first. `after` is the last one of the previous page. */
  listWaiting(query: {
    readonly assignedTo?: bigint;
    readonly after?: { readonly since: number; readonly playerId: bigint };
    readonly limit: number;
  }): Promise<readonly ConversationRow[]>;
  /** A page of lines, newest first; `before` is the id of the last line of the previous page. */
  lines(
    playerId: bigint,
    page: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly Line[]>;
  state(playerId: bigint): Promise<ConversationState>;
  /** Writes to a player, even without an earlier line of theirs. Reopens a closed conversation. */
  answer(
    line: {
      readonly playerId: bigint;
      readonly text: string | null;
      readonly pictureId?: bigint;
      readonly key?: string | undefined;
      readonly bodyHash?: Uint8Array;
    },
    by: DoneBy,
  ): Promise<WrittenLine>;
  /** Stores a picture for an answer. */
  storePicture(playerId: bigint, operatorId: bigint, bytes: Buffer): Promise<StoredPicture>;
  /** A picture of a conversation, or null. */
  picture(id: bigint): Promise<DeskPicture | null>;
  /**
   * Marks the player's lines up to one (by default all) as read; returns the unread ones left, null without a
   * conversation.
   */
  read(playerId: bigint, to?: bigint): Promise<number | null>;
  close(playerId: bigint, by: DoneBy): Promise<"done" | "unknown" | "refused">;
  reopen(playerId: bigint, by: DoneBy): Promise<"done" | "unknown" | "refused">;
  /** Assigns a conversation to an operator, or to none. */
  assign(playerId: bigint, operatorId: bigint | null, by: DoneBy): Promise<"done" | "unknown">;
  /** Number of conversations and lines that wait for an answer, and since when the longest has. */
  waiting(): Promise<{
    readonly conversations: number;
    readonly lines: number;
    readonly since: number | null;
  }>;
  /** Calls `listener` after a player wrote on this node. Returns the unsubscribe function. */
  onPlayerWrote(listener: (playerId: bigint) => void): () => void;
}

const EVERY_LINE = 2n ** 62n;

/** Opens the conversations of the desk. `notify` wakes the live events. */
export function openDeskSide(
  options: DeskSideOptions,
  listeners: Set<(playerId: bigint) => void>,
): DeskConversations {
  return new DeskSide(options, listeners);
}

class DeskSide implements DeskConversations {
  readonly #db: Database;
  readonly #conversations: Conversations;
  readonly #pictures: Pictures;
  readonly #notify: () => void;
  readonly #listeners: Set<(playerId: bigint) => void>;

  constructor(
    { db, conversations, pictures, notify }: DeskSideOptions,
    listeners: Set<(playerId: bigint) => void>,
  ) {
    this.#db = db;
    this.#conversations = conversations;
    this.#pictures = pictures;
    this.#notify = notify;
    this.#listeners = listeners;
  }

  list(query: {
    readonly status?: "open" | "closed";
    readonly unreadOnly?: boolean;
    readonly assignedTo?: bigint;
    readonly after?: ConversationPlace;
    readonly limit: number;
  }): Promise<readonly ConversationRow[]> {
    return listConversations(this.#db, this.#conversations, query);
  }

  async listWaiting({
    assignedTo,
    after,
    limit,
  }: {
    readonly assignedTo?: bigint;
    readonly after?: { readonly since: number; readonly playerId: bigint };
    readonly limit: number;
  }): Promise<readonly ConversationRow[]> {
    const values = [after?.since, after?.playerId, limit, assignedTo];
    const rows = await this.#db.query<ListedRow & Readonly<Record<string, unknown>>>(
      sql.WAITING_CONVERSATIONS,
      values,
    );
    return rows.map((row) => listedOf(this.#conversations, row));
  }

  lines(
    playerId: bigint,
    page: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly Line[]> {
    return this.#conversations.lines(playerId, page);
  }

  state(playerId: bigint): Promise<ConversationState> {
    return this.#conversations.state(playerId);
  }

  async answer(
    {
      playerId,
      text,
      pictureId,
      key,
      bodyHash,
    }: {
      readonly playerId: bigint;
      readonly text: string | null;
      readonly pictureId?: bigint;
      readonly key?: string | undefined;
      readonly bodyHash?: Uint8Array;
    },
    by: DoneBy,
  ): Promise<WrittenLine> {
    const written = await this.#db.transaction(async (tx) => {
      const line = { playerId, operatorId: by.operatorId, text, pictureId: pictureId ?? null, key };
      const done = await this.#conversations.write(tx, bodyHash === undefined ? line : { ...line, bodyHash });
      if (done.outcome === "written") await by.within(tx, playerId);
      return done;
    });
    this.#notify();
    return written;
  }

  storePicture(playerId: bigint, operatorId: bigint, bytes: Buffer): Promise<StoredPicture> {
    return this.#pictures.ofDesk(playerId, operatorId, bytes);
  }

  picture(id: bigint): Promise<DeskPicture | null> {
    return this.#pictures.readForDesk(id);
  }

  async read(playerId: bigint, to: bigint = EVERY_LINE): Promise<number | null> {
    const left = await this.#db.transaction(async (tx) => {
      const [held] = await tx.query<{ player_unread: number }>(sql.HOLD, [playerId]);
      if (held === undefined) return null;
      const [row] = await tx.query<{ desk_unread: number }>(sql.READ_BY_DESK, [playerId, to]);
      // The player is shown that it was read.
      await tx.query(sql.TELL_PLAYER, [playerId, held.player_unread]);
      return row?.desk_unread ?? 0;
    });
    if (left !== null) this.#notify();
    return left;
  }

  close(playerId: bigint, by: DoneBy): Promise<"done" | "unknown" | "refused"> {
    return this.#change(sql.CLOSE, [playerId], by);
  }

  reopen(playerId: bigint, by: DoneBy): Promise<"done" | "unknown" | "refused"> {
    return this.#change(sql.REOPEN, [playerId], by);
  }

  async assign(playerId: bigint, operatorId: bigint | null, by: DoneBy): Promise<"done" | "unknown"> {
    const outcome = await this.#change(sql.ASSIGN, [playerId, operatorId], by);
    return outcome === "done" ? outcome : "unknown";
  }

  async waiting(): Promise<{
    readonly conversations: number;
    readonly lines: number;
    readonly since: number | null;
  }> {
    const [row] = await this.#db.query<{ conversations: number; lines: number; since: bigint | null }>(
      sql.WAITING,
    );
    const since = row?.since ?? null;
    return {
      conversations: row?.conversations ?? 0,
      lines: row?.lines ?? 0,
      since: since === null ? null : Number(since),
    };
  }

  onPlayerWrote(listener: (playerId: bigint) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Changes the state of a conversation, if it differs, and notifies both sides. */
  async #change(
    statement: Sql,
    values: readonly [bigint, ...unknown[]],
    by: DoneBy,
  ): Promise<"done" | "unknown" | "refused"> {
    const [playerId] = values;
    const outcome = await this.#db.transaction(async (tx) => {
      const [changed] = await tx.query<{ player_unread: number }>(statement, values);
      if (changed === undefined) {
        const [known] = await tx.query(sql.STATE, [playerId]);
        return known === undefined ? "unknown" : "refused";
      }
      await tx.query(sql.TELL_PLAYER, [playerId, changed.player_unread]);
      await by.within(tx, playerId);
      return "done";
    });
    this.#notify();
    return outcome;
  }
}

interface DeskSideOptions {
  readonly db: Database;
  readonly conversations: Conversations;
  readonly pictures: Pictures;
  readonly notify: () => void;
}

interface ListedRow {
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: "active" | "locked" | "closed";
  readonly status: "open" | "closed";
  readonly last_line: bigint;
  readonly last_at: bigint;
  readonly last_from: "player" | "desk";
  readonly desk_unread: number;
  readonly waiting_ms: bigint | null;
  readonly assigned_to: bigint | null;
  readonly sealed: Buffer | null;
}

async function listConversations(
  db: Queries,
  conversations: Conversations,
  { status, unreadOnly = false, assignedTo, after, limit }: Parameters<DeskConversations["list"]>[0],
): Promise<readonly ConversationRow[]> {
  const rows = await db.query<ListedRow & Readonly<Record<string, unknown>>>(sql.CONVERSATIONS, [
    status,
    unreadOnly,
    after?.status,
    after?.unread,
    after?.lastLine,
    limit,
    assignedTo,
  ]);
  return rows.map((row) => listedOf(conversations, row));
}

function listedOf(conversations: Conversations, row: ListedRow): ConversationRow {
  return {
    playerId: row.player_id,
    username: row.username,
    playerStatus: row.player_status,
    status: row.status,
    lastText: conversations.textOf(row.player_id, row.last_line, row.sealed),
    lastLine: row.last_line,
    lastAt: Number(row.last_at),
    lastFrom: row.last_from,
    unread: row.desk_unread,
    waitingSince: row.waiting_ms === null ? null : Number(row.waiting_ms),
    assignedTo: row.assigned_to,
  };
}
