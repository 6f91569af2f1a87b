import type { Logger } from "pino";
import type { Connection, Database } from "../db/database.ts";
import type { Whom } from "../events/events.ts";
import * as sql from "./live.sql.ts";
import type { Position } from "./position.ts";

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
  /** Prepares what the events refer to; `take` follows when that is done. */
  prepare(events: readonly LiveEvent[]): Promise<void>;
  /** Events in order, each exactly once. */
  take(events: readonly LiveEvent[]): void;
  /** Whether a player waits for events here. Else nothing but the usual poll reads what is for players alone. */
  watched(): boolean;
  /** Events may have been lost (the database was away, and keeps none over a crash): reading goes on from here. */
  lost(from: Position): void;
}

/** Rows read at once. A row can tell hundreds of players. */
const LOT = 500;
const KEPT_AT_START = 5_000;
/** Every node polls this often, with or without notices. */
const LOOK_MS = 1_000;
/** At most one notice to the other nodes in this time. */
const NOTICE_MS = 50;
/** Least time between two reads: what is committed within it is read together. */
const GATHER_MS = 20;
/** Delay before polling again for an event that a running transaction holds back, doubling up to LOOK_MS. */
const AGAIN_MS = 10;
const CHANNEL = "lotus_live";
const RECONNECT_MS = 1_000;

/**
 * Reads the live events of all nodes in order of (transaction, event). An event is read when its transaction and all
 * older ones have ended: ids alone commit out of order, and what commits late would be lost.
 */
export class EventReader {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #sink: EventSink;
  #position: Position = { xid: 0n, id: 0n };
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
  #waitMs = LOOK_MS;
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
      // A lost notice costs a second: every node polls each second.
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
    this.#waitMs = AGAIN_MS;
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
    const wait = this.#woken ? gathered : Math.max(gathered, this.#waitMs);
    this.#timer = setTimeout(() => this.#readNow(), wait);
    if (!this.#woken) this.#waitMs = Math.min(LOOK_MS, this.#waitMs * 2);
  }

  async #read(): Promise<void> {
    try {
      if (this.#gone) await this.#begin(0);
      this.#gone = false;
      for (;;) {
        const { xid, id } = this.#position;
        const events = await this.#db.query<LiveEvent>(sql.EVENTS_SINCE, [String(xid), id, LOT]);
        const last = events.at(-1);
        if (last === undefined) return;
        await this.#sink.prepare(events);
        // Both in one step, since a stream that opens continues from the position.
        this.#position = { xid: last.xid, id: last.id };
        this.#sink.take(events);
        if (events.length < LOT) return;
      }
    } catch (error) {
      this.#gone = true;
      this.#waitMs = LOOK_MS;
      this.#log.warn({ err: error }, "live events could not be read");
    }
  }
}
