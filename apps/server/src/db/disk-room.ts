import { sql } from "./sql.ts";
import type { Transactions } from "./pool.ts";
import { sqlState } from "./errors.ts";

const LOOK_EVERY_MS = 1_000;

/** What looking for room needs of time, so that a test can stand still. */
export interface RoomClock {
  /** Calls `work` once after `ms` unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
}

const REAL: RoomClock = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};

const LITTLE_MEMORY = sql`SELECT set_config('work_mem', '64kB', true)`;
// What does not fit into the memory goes to a file of the statement's own, which is gone with it: 32 MB, two segments
// of the log. It leaves nothing behind, needs no right and writes no log, which on a full disk could end PostgreSQL.
const SPILL = sql`
  WITH spilled AS MATERIALIZED (SELECT repeat('x', 8192) AS part FROM generate_series(1, 4096))
  SELECT count(part) AS parts FROM spilled`;

/** Whether the database has room to write, as far as this process has met it. */
export class DiskRoom {
  readonly #db: Transactions;
  readonly #told: (reason: string | null) => void;
  readonly #clock: RoomClock;
  #full = false;
  #stopped = false;
  #cancel: (() => void) | undefined;

  /** Calls `told` once with the reason when the disk is full, and once with null when there is room again. */
  constructor(db: Transactions, told: (reason: string | null) => void, clock: RoomClock = REAL) {
    this.#db = db;
    this.#told = told;
    this.#clock = clock;
  }

  get full(): boolean {
    return this.#full;
  }

  /** Somebody met the full disk: from now on room is looked for each second, until some is found. */
  met(reason: string): void {
    if (this.#full || this.#stopped) return;
    this.#full = true;
    this.#told(reason);
    this.#lookLater();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #lookLater(): void {
    if (!this.#stopped) this.#cancel = this.#clock.after(LOOK_EVERY_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    if (await this.#hasRoom()) {
      this.#full = false;
      if (!this.#stopped) this.#told(null);
    } else this.#lookLater();
  }

  async #hasRoom(): Promise<boolean> {
    try {
      await this.#db.transaction(async (tx) => {
        await tx.query(LITTLE_MEMORY);
        await tx.query(SPILL);
      });
      return true;
    } catch (error) {
      // One that answers, and refuses the look for a reason of its own, is asked by the next bet.
      return sqlState(error) !== null;
    }
  }
}
