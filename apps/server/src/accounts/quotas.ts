import type { Database } from "../db/database.ts";
import * as sql from "./quotas.sql.ts";

/** A limit of uses within a window of time. */
export interface Quota {
  /** What is counted and for how long, such as "register:192.0.2.1/hour". */
  readonly subject: string;
  readonly most: number;
  readonly windowMs: number;
}

interface UseRow {
  readonly subject: string;
  readonly used: number;
  readonly left_ms: bigint;
}

/** Counts uses in windows, in the database, so that all nodes share one count. */
export class Quotas {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Uses each of these quotas once, or none of them. Returns 0 when it may proceed, else the milliseconds until the
   * last exhausted window ends. A refusal costs one statement.
   */
  async take(quotas: readonly Quota[]): Promise<number> {
    const wanted = quotas.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    const subjects = wanted.map(({ subject }) => subject);
    const before = waitMs(wanted, await this.#db.query<UseRow>(sql.READ, [subjects]));
    if (before > 0) return before;
    return await this.#db.transaction(async (tx) => {
      const windows = wanted.map(({ windowMs }) => windowMs);
      const wait = waitMs(wanted, await tx.query<UseRow>(sql.OPEN, [subjects, windows]));
      if (wait === 0) await tx.query(sql.USE, [subjects]);
      return wait;
    });
  }

  /** Gives back uses that led to nothing. */
  async giveBack(quotas: readonly Quota[]): Promise<void> {
    await this.#db.query(sql.GIVE_BACK, [quotas.map(({ subject }) => subject)]);
  }

  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_OLD);
  }
}

function waitMs(quotas: readonly Quota[], rows: readonly UseRow[]): number {
  const most = new Map(quotas.map((quota) => [quota.subject, quota.most]));
  const full = rows.filter(({ subject, used }) => used >= (most.get(subject) ?? 0));
  return Math.max(0, ...full.map(({ left_ms }) => Math.max(1, Number(left_ms))));
}
