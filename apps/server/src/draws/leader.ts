import type { Logger } from "pino";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { CheckClock, Connection, Database, Queries } from "../db/database.ts";
import * as sql from "./draws.sql.ts";

/** Another node leads, or this one lost the connection that holds its lock. Nothing was written. */
export class LeadLost extends Error {
  override readonly name = "LeadLost";
}

/** The lock of the draw clock; tests use another number to have two leaders at once. */
export const DRAW_CLOCK_LOCK: bigint = ADVISORY_LOCKS.drawClock;

/**
 * The right to run the draw clock. One node holds a session lock on a connection of its own, and every write carries
 * the epoch it got with it: one that lost the lock without noticing has a stale epoch and writes nothing.
 */
export class Leader {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #node: string;
  readonly #lock: bigint;
  readonly #checkClock: CheckClock;
  #connection: Connection | undefined;
  /** The epoch, while this node leads. */
  #held: bigint | undefined;

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

  get leads(): boolean {
    return this.#held !== undefined;
  }

  /** Leads already, or takes the lead if it is free. */
  async take(): Promise<boolean> {
    if (this.#held !== undefined) return true;
    const connection = await this.#connected();
    const [answer] = await connection.query<{ locked: boolean }>(sql.TRY_LOCK, [this.#lock]);
    if (answer?.locked !== true) return false;
    const [row] = await connection.query<{ epoch: bigint }>(sql.TAKE_LEAD, [this.#node]);
    if (row === undefined) throw new Error("the leader's row is missing");
    this.#held = row.epoch;
    this.#log.info({ epoch: row.epoch.toString() }, "this node runs the draw clock");
    return true;
  }

  /**
   * Runs a transaction as the leader. Throws LeadLost when another node leads by now, ClockLeapt when the clock leapt.
   */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const held = this.#held;
    if (held === undefined) throw new LeadLost("this node does not lead");
    try {
      return await this.#db.transaction(async (tx) => {
        const [fence] = await tx.query(sql.FENCE, [held]);
        if (fence === undefined) throw new LeadLost(`epoch ${held} is over`);
        const result = await work(tx);
        await this.#checkClock(tx);
        return result;
      });
    } catch (error) {
      if (error instanceof LeadLost && this.#held === held) {
        this.#log.warn({ epoch: held.toString() }, "another node runs the draw clock");
        await this.resign();
      }
      throw error;
    }
  }

  /** Releases the lead for another node. */
  async resign(): Promise<void> {
    this.#held = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close().catch(() => undefined);
  }

  /** The connection for the lock. */
  async #connected(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    const connection = await this.#db.connect("draw-clock");
    this.#connection = connection;
    void this.#forgetWhenEnded(connection);
    return connection;
  }

  async #forgetWhenEnded(connection: Connection): Promise<void> {
    await connection.ended;
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#held === undefined) return;
    this.#log.warn({ epoch: this.#held.toString() }, "this node lost the draw clock");
    this.#held = undefined;
  }
}
