import type { Clock } from "../deps.ts";
import { type Queries, sql } from "../db/database.ts";

const READ = sql`SELECT epoch_ms(house_clock()) AS now,
  (SELECT prosrc ~ 'test_clock' FROM pg_proc WHERE proname = 'house_clock') AS set_by_tests`;

/**
 * The house's clock as this process knows it: its own clock and how far the database's is ahead. Good for timers
 * and for telling players the time; what is due is decided by the database inside the transaction.
 */
export class HouseTime {
  readonly #db: Queries;
  readonly #clock: Clock;
  #aheadMs = 0;
  #jumps = false;

  constructor(db: Queries, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Epoch milliseconds, without asking. */
  now(): number {
    return Math.round(this.#clock.now() + this.#aheadMs);
  }

  /** Epoch milliseconds for a reply: asks the database where its clock is one that a test moves about. */
  at(): number | Promise<number> {
    return this.#jumps ? this.read() : this.now();
  }

  /** Asks the database, and learns how far its clock is ahead. */
  async read(): Promise<number> {
    const before = this.#clock.now();
    const [row] = await this.#db.query<{ now: bigint; set_by_tests: boolean }>(READ);
    const after = this.#clock.now();
    if (row === undefined) throw new Error("a clock always answers");
    this.#jumps = row.set_by_tests;
    this.#aheadMs = Number(row.now) - (this.#jumps ? after : (before + after) / 2);
    return Number(row.now);
  }
}
