import type { Logger } from "pino";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { CheckClock, Connection, Database, Queries } from "../db/database.ts";
import * as sql from "./draws.sql.ts";

/** Another node leads. Nothing was written. */
export class LeadLost extends Error {
  override readonly name = "LeadLost";
}

/** The lock of the draw clock; tests use another number to have two leaders at once. */
export const DRAW_CLOCK_LOCK: bigint = ADVISORY_LOCKS.drawClock;

/** A leader that has not beaten for so long is passed over. It beats each second. */
const LEASE_MS = 4_000;
/** PostgreSQL ends a leader's transaction that waits so long for its server: less than the lease. */
const FROZEN_MS = 3_000;

/**
 * The right to run the draw clock, as a lease: the leader beats each second, and one that froze or was cut off is passed
 * over once its lease is over. The leader also holds a session lock, which only makes things faster: once it is free, the
 * leader's session is over and nobody has to wait for the lease. Every write carries the epoch, so a leader that was
 * passed over without noticing writes nothing.
 */
export class Leader {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #node: string;
  readonly #lock: bigint;
  readonly #checkClock: CheckClock;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  /** The connection that holds the lock. */
  #lockedOn: Connection | undefined;
  /** The epoch, while this node leads. */
  #held: bigint | undefined;
  /** When this node last beat, by its own clock, which a frozen process cannot stop. */
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor(
    parts: {
      readonly db: Database;
      readonly log: Logger;
      readonly node: string;
      readonly checkClock: CheckClock;
    },
    lock: bigint = DRAW_CLOCK_LOCK,
  ) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#node = parts.node;
    this.#checkClock = parts.checkClock;
    this.#lock = lock;
  }

  /** Whether this node leads, as far as it knows: false if it could not beat for a whole lease. */
  get leads(): boolean {
    return this.#held !== undefined && this.beatAgeMs < LEASE_MS;
  }

  /** The epoch of this node's lead, for statements that check it themselves; null without the lead. */
  get epoch(): bigint | null {
    return this.#held ?? null;
  }

  /** Milliseconds since this node last beat. */
  get beatAgeMs(): number {
    return performance.now() - this.#beatAt;
  }

  /** Beats if this node leads, else takes the lead if it is free. To be called each second. */
  async take(): Promise<boolean> {
    if (this.#held !== undefined) return await this.beat();
    const beatAt = performance.now();
    const connection = await this.#connected();
    const isLocked = this.#lockedOn === connection;
    const [row] = await connection.query<{ locked: boolean; epoch: bigint | null }>(sql.TAKE_LEAD, [
      this.#node,
      isLocked,
      LEASE_MS,
      this.#lock,
    ]);
    const { locked, epoch } = row ?? { locked: false, epoch: null };
    if (locked) this.#lockedOn = connection;
    if (epoch === null) return false;
    this.#held = epoch;
    this.#beatAt = beatAt;
    this.#log.info({ epoch: epoch.toString(), locked }, "this node runs the draw clock");
    return true;
  }

  /** Beats if this node leads; whether it still does. May be called while it takes the lead or beats. */
  async beat(): Promise<boolean> {
    const held = this.#held;
    if (held === undefined) return false;
    const beatAt = performance.now();
    const connection = await this.#connected();
    const locked = await this.#holdsLock(connection);
    const [row] = await connection.query(sql.BEAT, [held, locked]);
    // A write may have found meanwhile that the epoch is over.
    if (this.#held !== held) return false;
    if (row === undefined) await this.#loseTo(held);
    else this.#beatAt = beatAt;
    return row !== undefined;
  }

  /**
   * Runs a transaction as the leader. Throws LeadLost when another node leads by now, ClockLeapt when the clock leapt.
   */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const held = this.#held;
    if (held === undefined) throw new LeadLost("this node does not lead");
    try {
      return await this.#db.transaction(async (tx) => {
        const [fence] = await tx.query(sql.FENCE, [held, String(FROZEN_MS)]);
        if (fence === undefined) throw new LeadLost(`epoch ${held} is over`);
        const result = await work(tx);
        await this.#checkClock(tx);
        return result;
      });
    } catch (error) {
      if (error instanceof LeadLost && this.#held === held) await this.#loseTo(held);
      throw error;
    }
  }

  /** Releases the lead for another node. */
  async resign(): Promise<void> {
    const held = this.#held;
    const connection = this.#connection;
    this.#held = undefined;
    this.#connection = undefined;
    if (connection === undefined) return;
    // If it cannot be said, the lock that the end of the session frees tells it, or the end of the lease.
    if (held !== undefined) await connection.query(sql.RESIGN, [held]).catch(() => undefined);
    await connection.close().catch(() => undefined);
  }

  async #loseTo(held: bigint): Promise<void> {
    this.#log.warn({ epoch: held.toString() }, "another node runs the draw clock");
    await this.resign();
  }

  /** The connection for the lock and the beats, which keep it from idling. */
  async #connected(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return await this.#connecting;
  }

  async #connect(): Promise<Connection> {
    const connection = await this.#db.connect("draw-clock");
    this.#connection = connection;
    void this.#forgetWhenEnded(connection);
    return connection;
  }

  async #holdsLock(connection: Connection): Promise<boolean> {
    if (this.#lockedOn === connection) return true;
    const [answer] = await connection.query<{ locked: boolean }>(sql.TRY_LOCK, [this.#lock]);
    if (answer?.locked === true) this.#lockedOn = connection;
    return answer?.locked === true;
  }

  /** A lost connection does not end the lead: the next beat goes over another one, unless a node was faster. */
  async #forgetWhenEnded(connection: Connection): Promise<void> {
    await connection.ended;
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#held !== undefined)
      this.#log.warn({ epoch: this.#held.toString() }, "the leader lost the connection of its beats");
  }
}
