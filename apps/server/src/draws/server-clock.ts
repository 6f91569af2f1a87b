import type { Clock } from "../deps.ts";
import { ClockLeapt, type Queries, sql } from "../db/database.ts";
import { ClockLine, LEAP_MS } from "./clock-line.ts";

const NOW = sql`SELECT epoch_ms(house_clock()) AS now`;
const READ = sql`SELECT epoch_ms(house_clock()) AS now,
  (SELECT prosrc ~ 'test_clock' FROM pg_proc WHERE proname = 'house_clock') AS set_by_tests`;

/** The database's clock as the desk, health and metrics show it. */
export interface ClockState {
  /** How far the database's clock was ahead of this machine's at the last reading, in milliseconds. */
  readonly differenceMs: number;
  /** Whether it leapt: then nothing is sold, closed, drawn or skipped by it. */
  readonly held: boolean;
}

/**
 * The server's clock as this process knows it: its own clock plus the offset of the database's. It is good for timers
 * and for showing the time; what is due is decided by the database inside the transaction. After a leap of the
 * database's clock, the server's time continues as if there had been none.
 */
export class ServerClock {
  readonly #db: Queries;
  readonly #clock: Clock;
  readonly #line = new ClockLine();
  #aheadMs = 0;
  #differenceMs = 0;
  #jumps = false;

  constructor(db: Queries, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Epoch milliseconds, without a query. */
  now(): number {
    return Math.round(this.#clock.now() + this.#aheadMs);
  }

  /** Epoch milliseconds for a reply; queries the database if a test controls its clock. */
  at(): number | Promise<number> {
    return this.#jumps && this.#clock.elapsed === undefined ? this.read() : this.now();
  }

  get state(): ClockState {
    return { differenceMs: Math.round(this.#differenceMs), held: this.#line.held };
  }

  /**
   * Expected time of the database's clock (epoch ms), before the first reading this machine's time; null if leaps are
   * not checked.
   */
  expected(): number | null {
    const elapsed = this.#clock.elapsed?.();
    return elapsed === undefined ? null : Math.round(this.#line.at(elapsed) ?? this.#clock.now());
  }

  /** Throws ClockLeapt when the database's clock has leapt: see `CheckClock`. */
  async check(tx: Queries): Promise<void> {
    if (this.expected() === null) return;
    const [row] = await tx.query<{ now: bigint }>(NOW);
    const expected = this.expected();
    if (row === undefined || expected === null || Math.abs(Number(row.now) - expected) > LEAP_MS)
      throw new ClockLeapt(`the database's clock says ${row?.now} for ${expected}`);
  }

  /** Reads the database's clock, and updates its offset and whether it leapt. Epoch milliseconds. */
  async read(): Promise<number> {
    const [before, elapsedBefore] = [this.#clock.now(), this.#clock.elapsed?.()];
    const [row] = await this.#db.query<{ now: bigint; set_by_tests: boolean }>(READ);
    const [after, elapsedAfter] = [this.#clock.now(), this.#clock.elapsed?.()];
    if (row === undefined) throw new Error("a clock always answers");
    this.#jumps = row.set_by_tests;
    const database = Number(row.now);
    const machine = (before + after) / 2;
    this.#differenceMs = database - machine;
    if (elapsedBefore === undefined || elapsedAfter === undefined) {
      this.#aheadMs = database - (this.#jumps ? after : machine);
      return database;
    }
    const elapsed = (elapsedBefore + elapsedAfter) / 2;
    const blur = (elapsedAfter - elapsedBefore) / 2;
    this.#line.see({ database, machine, elapsed, blur });
    const now = this.#line.at(elapsed) ?? database;
    this.#aheadMs = now - machine;
    return Math.round(now);
  }
}
