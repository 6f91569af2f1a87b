import { ADVISORY_LOCKS } from "../../db/advisory-locks.ts";
import type { Database } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { RETENTION_JOB, type RetentionDeps } from "./retention.ts";
import * as sql from "./retention.sql.ts";

const LOOK_EVERY_MS = 10 * 60_000;
/** Less than an hour, so that a look that comes a little early does not put a run off by another ten minutes. */
const APART_MINUTES = 55;
/** The row of a run as a whole. */
export const WHOLE_RUN = "run";

/** A recorded part of a run. Times are epoch milliseconds. */
export interface RetentionRun {
  readonly id: bigint;
  readonly run: bigint;
  readonly what: string;
  readonly began: number;
  readonly ended: number;
  readonly erased: number;
  readonly failed: boolean;
}

/** Erases what is older than the table allows, once an hour, on one server, and records what it did. */
export class RetentionJob {
  readonly #deps: Omit<RetentionDeps, "isStopping">;
  readonly #log: Deps["log"];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #stopping = false;

  constructor(deps: Omit<RetentionDeps, "isStopping">, log: Deps["log"]) {
    this.#deps = deps;
    this.#log = log;
  }

  start(): void {
    const look = (): void => {
      this.#running = this.run().catch((error: unknown) => {
        this.#log.warn({ err: error }, "old data were not erased; the next round tries again");
      });
    };
    this.#timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    look();
  }

  /** Waits for the running batch. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs now; null when another server does, or the last run was less than an hour ago. */
  async run(): Promise<ReadonlyMap<string, number> | null> {
    const { db } = this.#deps;
    // The lock is this connection's: a server that is lost gives it back.
    const turn = await db.connect("retention");
    try {
      const [lock] = await turn.query<{ mine: boolean }>(sql.TAKE_TURN, [ADVISORY_LOCKS.retention]);
      if (lock?.mine !== true) return null;
      const [next] = await turn.query<{ run: bigint; began: Date }>(sql.NEXT_RUN, [APART_MINUTES]);
      return next === undefined ? null : await this.#runAs(next);
    } finally {
      await turn.close();
    }
  }

  /** A page of what the runs did, newest first. */
  async runs(page: {
    readonly before: bigint | null;
    readonly limit: number;
  }): Promise<readonly RetentionRun[]> {
    return await runsOf(this.#deps.db, page);
  }

  async #runAs({
    run,
    began,
  }: {
    readonly run: bigint;
    readonly began: Date;
  }): Promise<ReadonlyMap<string, number>> {
    const { db } = this.#deps;
    const done = new Map<string, number>();
    let failed = false;
    for (const { what, erase } of RETENTION_JOB) {
      if (this.#stopping) break;
      const [clock] = await db.query<{ now: Date }>(sql.NOW);
      let broke = false;
      const erased = await erase({ ...this.#deps, isStopping: () => this.#stopping }).catch(
        (error: unknown) => {
          // One kind that cannot be erased must not keep the others.
          this.#log.error({ err: error, what }, "old data could not be erased");
          broke = true;
          return 0;
        },
      );
      failed ||= broke;
      if (erased > 0 || broke) await db.query(sql.RECORD, [run, what, clock?.now ?? began, erased, broke]);
      done.set(what, erased);
    }
    const all = [...done.values()].reduce((sum, erased) => sum + erased, 0);
    await db.query(sql.RECORD, [run, WHOLE_RUN, began, all, failed || this.#stopping]);
    if (all > 0) this.#log.info(Object.fromEntries(done), "old data were erased");
    return done;
  }
}

async function runsOf(
  db: Pick<Database, "query">,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly RetentionRun[]> {
  const rows = await db.query<{
    id: bigint;
    run: bigint;
    what: string;
    began_ms: bigint;
    ended_ms: bigint;
    erased: bigint;
    failed: boolean;
  }>(sql.RUNS, [before, limit]);
  return rows.map(({ began_ms: began, ended_ms: ended, erased, ...row }) => ({
    ...row,
    began: Number(began),
    ended: Number(ended),
    erased: Number(erased),
  }));
}
