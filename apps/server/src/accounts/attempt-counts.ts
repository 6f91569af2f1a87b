import type { Database } from "../db/database.ts";
import * as sql from "./auth-attempts.sql.ts";

/** How many wrong attempts are free, and how the delay after them grows: it doubles with each attempt. */
export interface AttemptBudget {
  readonly freeAttempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** The count starts again after this long without an attempt. */
  readonly forgetMs: number;
}

interface SubjectRow {
  readonly subject: string;
  readonly tries: number;
  readonly quiet_ms: bigint;
  readonly blocked_ms: bigint;
}

/** An attempt that was counted, or refused. */
export interface CountedAttempt {
  /** 0 when it may proceed, else the seconds to wait; a refused attempt does not count. */
  readonly seconds: number;
  /** Attempts of each subject, this one included. */
  readonly attempts: ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Counts attempts by subject, in the database, so that all nodes share one count. An attempt is counted before it is
 * checked and taken back when it was right, so that a hundred at once are a hundred attempts and not one.
 */
export class AttemptCounts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts an attempt for each of these subjects. A refused one costs one statement. */
  async count(named: ReadonlyMap<string, AttemptBudget>): Promise<CountedAttempt> {
    const names = [...named.keys()].sort();
    const before = secondsOf(await this.#db.query<SubjectRow>(sql.READ_SUBJECTS, [names]));
    if (before > 0) return { seconds: before, attempts: NONE };
    return await this.#db.transaction(async (tx) => {
      await tx.query(sql.MEET_SUBJECTS, [names]);
      await tx.query(sql.LOCK_SUBJECTS, [names]);
      const rows = await tx.query<SubjectRow>(sql.READ_SUBJECTS, [names]);
      const seconds = secondsOf(rows);
      if (seconds > 0) return { seconds, attempts: NONE };
      const counted = rows.map((row) => ({ subject: row.subject, ...counting(row, named.get(row.subject)) }));
      await tx.query(sql.COUNT_TRIES, [
        counted.map(({ subject }) => subject),
        counted.map(({ attempts }) => attempts),
        counted.map(({ delayMs }) => delayMs),
      ]);
      return { seconds: 0, attempts: new Map(counted.map(({ subject, attempts }) => [subject, attempts])) };
    });
  }

  /** Whether a subject had attempts within `forgetMs`. */
  async has(subject: string, forgetMs: number): Promise<boolean> {
    const [row] = await this.#db.query<SubjectRow>(sql.READ_SUBJECTS, [[subject]]);
    return row !== undefined && row.tries > 0 && Number(row.quiet_ms) < forgetMs;
  }

  /** Resets the counts of these subjects. */
  async clear(names: readonly string[]): Promise<void> {
    await this.#db.query(sql.CLEAR_SUBJECTS, [names]);
  }

  /** Takes one attempt back from each of these shared subjects. `attempts` are their counts, that attempt included. */
  async takeBack(attempts: ReadonlyMap<string, number>): Promise<void> {
    await this.#db.query(sql.TAKE_BACK, [[...attempts.keys()], [...attempts.values()]]);
  }

  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_OLD);
  }
}

function secondsOf(rows: readonly SubjectRow[]): number {
  return Math.ceil(Math.max(0, ...rows.map(({ blocked_ms }) => Number(blocked_ms))) / 1000);
}

function counting(row: SubjectRow, budget: AttemptBudget | undefined): { attempts: number; delayMs: number } {
  if (budget === undefined) throw new Error(`${row.subject} was not asked for`);
  const attempts = (Number(row.quiet_ms) >= budget.forgetMs ? 0 : row.tries) + 1;
  const over = attempts - budget.freeAttempts;
  // The delay doubles with each attempt; the exponent is kept small enough for an int.
  const delayMs = over < 0 ? 0 : Math.min(budget.maxDelayMs, budget.firstDelayMs * 2 ** Math.min(over, 12));
  return { attempts, delayMs };
}
