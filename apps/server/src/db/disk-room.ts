import { sql } from "./sql.ts";
import type { Transactions } from "./pool.ts";
import { sqlState } from "./errors.ts";

const CHECK_EVERY_MS = 1_000;

/** Timer of the checks, so that tests control the time. */
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
// With little work_mem the statement spills 32 MB, as much as two WAL segments, to a temporary file that disappears
// with it. This needs no privilege and writes no WAL, which on a full disk could end PostgreSQL.
const SPILL = sql`
  WITH spilled AS MATERIALIZED (SELECT repeat('x', 8192) AS part FROM generate_series(1, 4096))
  SELECT count(part) AS parts FROM spilled`;

/** Whether the database's disk is full, as far as this process has noticed. */
export class DiskRoom {
  readonly #db: Transactions;
  readonly #onFull: (reason: string | null) => void;
  readonly #clock: RoomClock;
  #full = false;
  #stopped = false;
  #cancel: (() => void) | undefined;

  /** Calls `onFull` once with the reason when the disk is full, and once with null when there is room again. */
  constructor(db: Transactions, onFull: (reason: string | null) => void, clock: RoomClock = REAL) {
    this.#db = db;
    this.#onFull = onFull;
    this.#clock = clock;
  }

  get full(): boolean {
    return this.#full;
  }

  /** Reports a full disk: from now on it is checked every second, until there is room. */
  met(reason: string): void {
    if (this.#full || this.#stopped) return;
    this.#full = true;
    this.#onFull(reason);
    this.#checkLater();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #checkLater(): void {
    if (!this.#stopped) this.#cancel = this.#clock.after(CHECK_EVERY_MS, () => void this.#check());
  }

  async #check(): Promise<void> {
    if (await this.#hasRoom()) {
      this.#full = false;
      if (!this.#stopped) this.#onFull(null);
    } else this.#checkLater();
  }

  async #hasRoom(): Promise<boolean> {
    try {
      await this.#db.transaction(async (tx) => {
        await tx.query(LITTLE_MEMORY);
        await tx.query(SPILL);
      });
      return true;
    } catch (error) {
      // Any other error that PostgreSQL itself returns counts as room: the next bet tries again.
      return sqlState(error) !== null;
    }
  }
}
