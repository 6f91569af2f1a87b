import type { Logger } from "pino";
import type { Connection, Database } from "../db/database.ts";
import type { Whom } from "../events/events.ts";
import * as sql from "./live.sql.ts";
import { comparePositions, type Position } from "./position.ts";

/** An event as it is stored. */
export interface LiveEvent extends Position {
  readonly player_id: bigint | null;
  readonly event: string;
  /** JSON text; of an event that tells many, with a % for each value. */
  readonly payload: string;
  /** The players that an event for many tells, with commas between them; null for all other events. */
  readonly players: string | null;
  /** What it tells them, one after the other. */
  readonly told: string | null;
}

/** Receives the events that were read. */
export interface EventSink {
  /** Prepares what the events refer to; `take` or `noteShared` follows when that is done. */
  prepare(events: readonly LiveEvent[]): Promise<void>;
  /** Events in order, each exactly once. `fresh` are those from after the time when nobody watched. */
  take(events: readonly LiveEvent[], fresh: readonly LiveEvent[]): void;
  /** Events for nodes and everybody, while nobody watches. */
  noteShared(events: readonly LiveEvent[]): void;
  /** Whether somebody waits for events here. Else what is for players alone is not read. */
  watched(): boolean;
  /** Events may have been lost (the database was away, and keeps none over a crash): reading goes on from here. */
  lost(from: Position): void;
}

/** Rows read at once. A row can tell hundreds of players. */
const LOT = 500;
const KEPT_AT_START = 5_000;
/** The same when somebody watches again, who waits for it: what streams that moved here had not got. */
const KEPT_AFTER_REST = 1_000;
/** Every node polls this often, with or without notices: one can be lost with the node that was to send it. */
const LOOK_MS = 5_000;
/** The same while no notice can come. */
const DEAF_LOOK_MS = 1_000;
/** At most one notice to the other nodes in this time. */
const NOTICE_MS = 50;
/** Least time between two reads: what is committed within it is read together. */
const GATHER_MS = 20;
/** Delay before polling again for an event that a running transaction holds back, doubling up to the second. */
const AGAIN_MS = 10;
const AGAIN_AT_MOST_MS = 1_000;
const CHANNEL = "lotus_live";
const RECONNECT_MS = 1_000;

/** A row of what can be read: without an event if there is none. */
interface ReadRow extends Omit<LiveEvent, "xid"> {
  /** All transactions before it have ended. */
  readonly horizon: bigint;
  /** Whether something that is committed is held back. */
  readonly held: boolean;
  readonly xid: bigint | null;
}

/** What one read found. */
interface Lot {
  readonly events: readonly LiveEvent[];
  readonly horizon: bigint;
}

/**
 * Reads the live events of all nodes in order of (transaction, event). An event is read when its transaction and all
 * older ones have ended: ids alone commit out of order, and what commits late would be lost.
 */
export class EventReader {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #sink: EventSink;
  #position: Position = { xid: 0n, id: 0n };
  /** While nobody watches: up to where what is for nodes and everybody was read. */
  #sharedPosition: Position = { xid: 0n, id: 0n };
  /** Where that ended when somebody watched again. */
  #restedTo: Position = { xid: 0n, id: 0n };
  #connection: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #noticeTimer: NodeJS.Timeout | undefined;
  /** Whom the next notice is for. */
  #notice: Whom = "players";
  #reading: Promise<void> | undefined;
  #again = false;
  /** Something was committed since the last read began. */
  #woken = false;
  #readAt = -Infinity;
  /** Something that is committed is held back, and for how long to wait for it. */
  #held = false;
  #againMs = AGAIN_MS;
  #gone = false;
  #on = false;

  constructor(db: Database, log: Logger, sink: EventSink) {
    this.#db = db;
    this.#log = log;
    this.#sink = sink;
  }

  /** The position of the last event read. */
  get position(): Position {
    return this.#position;
  }

  /** Up to where everything that this node needs was read. */
  get readTo(): Position {
    return later(this.#sharedPosition, this.#position);
  }

  /** Reads the stored events of the last minutes and continues from there. */
  async start(): Promise<void> {
    this.#on = true;
    await this.#begin(KEPT_AT_START);
    await this.#listen();
    await this.#read();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#on = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#noticeTimer);
    await this.#reading;
    await this.#connection?.close().catch(() => undefined);
  }

  /** Call after a commit on this node: reads soon and notifies the other nodes. */
  notify(whom: Whom): void {
    this.#wake(whom);
    if (!this.#on) return;
    if (whom === "all") this.#notice = whom;
    this.#noticeTimer ??= setTimeout(() => {
      this.#noticeTimer = undefined;
      // A lost notice costs some seconds: every node polls.
      void this.#connection?.query(sql.NOTIFY, [this.#notice]).catch(() => undefined);
      this.#notice = "players";
    }, NOTICE_MS);
  }

  /** Reads all events that are available now. */
  async catchUp(): Promise<void> {
    const running = this.#reading;
    if (running === undefined) this.#readNow();
    else {
      // It may have begun before the newest were committed.
      this.#again = true;
      await running;
    }
    await this.#reading;
  }

  async #begin(retained: number): Promise<void> {
    const [row] = await this.#db.query<{ xid: bigint }>(sql.FIRST_KEPT, [retained]);
    // Ids begin at 1: zero is before all events of the transaction.
    this.#position = { xid: row?.xid ?? 0n, id: 0n };
    this.#sharedPosition = this.#position;
    this.#sink.lost(this.#position);
  }

  async #listen(): Promise<void> {
    try {
      const connection = await this.#db.connect("live");
      this.#connection = connection;
      void this.#listenAfter(connection);
      // Servers of the version before say nothing of whom.
      await connection.listen(CHANNEL, (whom) => this.#wake(whom === "players" ? whom : "all"));
    } catch (error) {
      this.#log.warn({ err: error }, "no notices of live events for now");
      this.#listenAgain();
    }
  }

  async #listenAfter(connection: Connection): Promise<void> {
    await connection.ended;
    if (this.#connection === connection) this.#connection = undefined;
    this.#listenAgain();
  }

  #listenAgain(): void {
    if (!this.#on) return;
    setTimeout(() => {
      if (this.#on && this.#connection === undefined) void this.#listen();
    }, RECONNECT_MS).unref();
  }

  #wake(whom: Whom): void {
    if (!this.#on || (whom === "players" && !this.#sink.watched())) return;
    this.#againMs = AGAIN_MS;
    this.#woken = true;
    if (this.#reading === undefined) this.#plan();
  }

  #readNow(): void {
    clearTimeout(this.#timer);
    this.#again = false;
    this.#woken = false;
    this.#readAt = performance.now();
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
      if (this.#on && this.#again) this.#readNow();
      else this.#plan();
    });
  }

  #plan(): void {
    if (!this.#on) return;
    clearTimeout(this.#timer);
    const gathered = this.#readAt + GATHER_MS - performance.now();
    if (this.#woken && gathered <= 0) {
      this.#readNow();
      return;
    }
    const wait = this.#woken ? gathered : Math.max(gathered, this.#pauseMs());
    this.#timer = setTimeout(() => this.#readNow(), wait);
  }

  /** Until the next read that nothing calls for. */
  #pauseMs(): number {
    if (!this.#held) return this.#connection === undefined ? DEAF_LOOK_MS : LOOK_MS;
    const pause = this.#againMs;
    this.#againMs = Math.min(AGAIN_AT_MOST_MS, pause * 2);
    return pause;
  }

  async #read(): Promise<void> {
    try {
      if (this.#gone) await this.#begin(0);
      this.#gone = false;
      while (await (this.#sink.watched() ? this.#readAll() : this.#readShared()));
    } catch (error) {
      this.#gone = true;
      this.#held = false;
      this.#log.warn({ err: error }, "live events could not be read");
    }
  }

  /** Reads a lot of what is new; whether there is more. */
  async #readAll(): Promise<boolean> {
    if (comparePositions(this.#sharedPosition, this.#position) > 0) await this.#goOn();
    const { events } = await this.#lot(this.#position, false);
    const last = events.at(-1);
    if (last === undefined) return false;
    await this.#sink.prepare(events);
    // Both in one step, since a stream that opens continues from the position.
    this.#position = { xid: last.xid, id: last.id };
    this.#sink.take(
      events,
      events.filter((event) => comparePositions(event, this.#restedTo) > 0),
    );
    return events.length === LOT;
  }

  /** The same of what is for nodes and everybody, while nobody here waits for what is for players. */
  async #readShared(): Promise<boolean> {
    const { events, horizon } = await this.#lot(this.readTo, true);
    const last = events.at(-1);
    const isMore = events.length === LOT;
    // Ids begin at 1: zero is before all events of the transaction.
    this.#sharedPosition =
      last !== undefined && isMore ? { xid: last.xid, id: last.id } : { xid: horizon, id: 0n };
    if (last === undefined) return false;
    await this.#sink.prepare(events);
    this.#sink.noteShared(events);
    return isMore;
  }

  /** Goes on with everything after some time with the shared events only; of what is long over, nothing is read. */
  async #goOn(): Promise<void> {
    const [row] = await this.#db.query<{ xid: bigint }>(sql.FIRST_KEPT, [KEPT_AFTER_REST]);
    if (row !== undefined && row.xid > this.#position.xid) {
      this.#position = { xid: row.xid, id: 0n };
      this.#sink.lost(this.#position);
    }
    this.#restedTo = this.#sharedPosition;
    this.#sharedPosition = this.#position;
  }

  async #lot({ xid, id }: Position, sharedOnly: boolean): Promise<Lot> {
    const rows = await this.#db.query<ReadRow>(sql.EVENTS_SINCE, [String(xid), id, LOT, sharedOnly]);
    this.#held = rows[0]?.held ?? false;
    return { events: rows.filter(isEvent), horizon: rows[0]?.horizon ?? xid };
  }
}

function isEvent(row: ReadRow): row is ReadRow & LiveEvent {
  return row.xid !== null;
}

function later(a: Position, b: Position): Position {
  return comparePositions(a, b) > 0 ? a : b;
}
