import type { Clock } from "../deps.ts";
import { ClockLeapt, type Queries, sql } from "../db/database.ts";
import { ClockLine, LEAP_MS } from "./clock-line.ts";

const NOW = sql`SELECT epoch_ms(house_clock()) AS now`;
const READ = sql`SELECT epoch_ms(house_clock()) AS now,
  (SELECT prosrc ~ 'test_clock' FROM pg_proc WHERE proname = 'house_clock') AS set_by_tests`;

/** The database's clock as the desk, health and metrics show it. */
export interface ClockState {
  /** How far the database's clock is ahead of this machine's at the last look, in milliseconds. */
  readonly differenceMs: number;
  /** Whether it leapt: nothing is sold, closed, drawn or skipped by it then. */
  readonly held: boolean;
}

/**
 * The server's clock as this process knows it: its own clock and how far the database's is ahead. Good for timers
 * and for telling players the time; what is due is decided by the database inside the transaction. While the
 * database's clock stands where a leap has brought it, the server's time goes on as it would have without.
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

  /** Epoch milliseconds, without asking. */
  now(): number {
    return Math.round(this.#clock.now() + this.#aheadMs);
  }

  /** Epoch milliseconds for a reply: asks the database where its clock is one that a test moves about. */
  at(): number | Promise<number> {
    return this.#jumps && this.#clock.elapsed === undefined ? this.read() : this.now();
  }

  get state(): ClockState {
    return { differenceMs: Math.round(this.#differenceMs), held: this.#line.held };
  }

  /**
   * What the database's clock should say (epoch ms), before the first look what this machine's says; null where it is
   * believed wherever it leaps.
   */
  expected(): number | null {
    const elapsed = this.#clock.elapsed?.();
    return elapsed === undefined ? null : Math.round(this.#line.at(elapsed) ?? this.#clock.now());
  }

  /** Throws ClockLeapt where the database's clock is not where it should be: see `CheckClock`. */
  async check(tx: Queries): Promise<void> {
    if (this.expected() === null) return;
    const [row] = await tx.query<{ now: bigint }>(NOW);
    const expected = this.expected();
    if (row === undefined || expected === null || Math.abs(Number(row.now) - expected) > LEAP_MS)
      throw new ClockLeapt(`the database's clock says ${row?.now} for ${expected}`);
  }

  /** Asks the database, and learns how far its clock is ahead and whether it leapt. Epoch milliseconds. */
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
