import type { Deps } from "../deps.ts";
import * as sql from "./protection.sql.ts";

const EACH_HOUR_MS = 60 * 60_000;
/** Players at once: few enough that nobody's bet waits for it. */
const PLAYERS_AT_ONCE = 500;

/** Deletes the marks of totals that no window needs any more, each hour. Several nodes may do it at once. */
export class MarkRetention {
  readonly #deps: Pick<Deps, "db" | "log">;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: Pick<Deps, "db" | "log">) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#running = this.sweep().catch((error: unknown) => {
        this.#deps.log.warn(
          { err: error },
          "old marks of totals were not deleted; the next round tries again",
        );
      });
    }, EACH_HOUR_MS).unref();
  }

  /** Waits for a running sweep. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Deletes now, for all players. */
  async sweep(): Promise<void> {
    let last: bigint | null = 0n;
    while (last !== null && !this.#isStopped) last = await this.#forgetAfter(last);
  }

  async #forgetAfter(player: bigint): Promise<bigint | null> {
    const [row] = await this.#deps.db.heavy.query<{ last: bigint | null }>(sql.FORGET_MARKS, [
      player,
      PLAYERS_AT_ONCE,
    ]);
    return row?.last ?? null;
  }
}
