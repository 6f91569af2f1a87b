import type { Deps } from "../deps.ts";
import { eraseDue } from "./documents.ts";

const EACH_HOUR_MS = 60 * 60_000;

/** Erases documents that nobody needs any more, each hour. Several nodes may do it at once. */
export class DocumentRetention {
  readonly #deps: Pick<Deps, "db" | "log">;
  readonly #days: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Pick<Deps, "db" | "log">, days: number) {
    this.#deps = deps;
    this.#days = days;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#running = eraseDue(this.#deps.db.heavy, this.#days).catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "old documents were not erased; the next round tries again");
      });
    }, EACH_HOUR_MS).unref();
  }

  /** Waits for a running round. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
