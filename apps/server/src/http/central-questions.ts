import type { Queries } from "../db/database.ts";
import type { Rate } from "../settings/rate-settings.ts";
import * as sql from "./central-buckets.sql.ts";
import type { CentralAnswer } from "./house-buckets.ts";

/** A question to the central bucket of a subject. */
export interface CentralQuestion {
  /** The class of the bucket. */
  readonly name: string;
  readonly subject: string;
  readonly rate: Rate;
  readonly tokens: number;
  readonly intoDebt: boolean;
}

interface Asked {
  readonly question: CentralQuestion;
  readonly resolve: (answer: CentralAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const AT_ONCE = 500;

/**
 * Asks the central buckets in the database, one statement at a time: what is asked meanwhile is gathered in the next. A
 * statement and its commit cost more than the bucket itself.
 */
export class CentralQuestions {
  readonly #db: Pick<Queries, "query">;
  #waiting: Asked[] = [];
  #isRunning = false;

  constructor(db: Pick<Queries, "query">) {
    this.#db = db;
  }

  /** Rejects with the database's error. */
  ask(question: CentralQuestion): Promise<CentralAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Those that arrive in the same turn of the event loop go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0, AT_ONCE));
    this.#isRunning = false;
  }

  async #answer(asked: readonly Asked[]): Promise<void> {
    const all = asked.map(({ question }) => question);
    try {
      const rows = await this.#db.query<{ place: number; given: number; wait_ms: number }>(sql.TAKE, [
        all.map(({ name }) => name),
        all.map(({ subject }) => subject),
        all.map(({ rate }) => rate.perSecond),
        all.map(({ rate }) => rate.burst),
        all.map(({ tokens }) => tokens),
        all.map(({ intoDebt }) => intoDebt),
      ]);
      for (const { place, given, wait_ms: waitMs } of rows) asked[place - 1]?.resolve({ given, waitMs });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
