import type { Deps } from "../deps.ts";
import * as sql from "./protection.sql.ts";

const EVERY_MS = 5_000;
/** As long a server has that compares at once; then any other does. */
const LEFT_MS = 3_000;
const AT_ONCE = 100;

/** Compares the accounts of players whom no server got to: one that ended, or a database that was away. */
export class CompareRounds {
  readonly #deps: Pick<Deps, "db" | "log">;
  readonly #compare: (playerId: bigint) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Pick<Deps, "db" | "log">, compare: (playerId: bigint) => Promise<void>) {
    this.#deps = deps;
    this.#compare = compare;
  }

  start(): void {
    let isRunning = false;
    const look = (): void => {
      if (isRunning) return;
      isRunning = true;
      this.#running = this.round()
        .catch((error: unknown) => {
          this.#deps.log.error(
            { err: error },
            "the accounts of persons were not compared; the next round tries again",
          );
        })
        .finally(() => {
          isRunning = false;
        });
    };
    this.#timer ??= setInterval(look, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** Compares those who wait; one that fails keeps no other. Returns how many. */
  async round(): Promise<number> {
    const { db, log } = this.#deps;
    const rows = await db.query<{ player_id: bigint }>(sql.TO_COMPARE, [LEFT_MS, AT_ONCE]);
    for (const { player_id: playerId } of rows)
      await this.#compare(playerId).catch((error: unknown) => {
        log.error({ err: error, player: String(playerId) }, "the accounts of a person were not compared");
      });
    return rows.length;
  }
}
