import type { Logger } from "pino";
import type { LeaderTransaction } from "./checkpoints.ts";

/** At most one checkpoint in this time serves all games. */
const PACE_MS = 1_000;

/** Publishes checkpoints in the background while this node leads: at once when asked, and never two in a second. */
export class CheckpointPublisher {
  readonly #publish: (transaction: LeaderTransaction) => Promise<void>;
  readonly #log: Logger;
  #transaction: LeaderTransaction | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #last = Number.NEGATIVE_INFINITY;

  constructor(publish: (transaction: LeaderTransaction) => Promise<void>, log: Logger) {
    this.#publish = publish;
    this.#log = log;
  }

  /** Begins; `transaction` is the leader's. */
  start(transaction: LeaderTransaction): void {
    this.#transaction = transaction;
  }

  /** Asks for a checkpoint: entries were added, or it is time to ask the witnesses again. */
  wake(): void {
    this.#isAsked = true;
    if (this.#running !== undefined || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#last + PACE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
        if (this.#isAsked) this.wake();
      });
    }, wait);
  }

  /** Ends, once what is under way is done. */
  async stop(): Promise<void> {
    this.#transaction = undefined;
    this.#isAsked = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async #run(): Promise<void> {
    const transaction = this.#transaction;
    this.#isAsked = false;
    if (transaction === undefined) return;
    this.#last = performance.now();
    try {
      await this.#publish(transaction);
    } catch (error) {
      // The next one tries again; losing the lead is logged by the draw clock.
      this.#log.warn({ err: error }, "a checkpoint was not published");
    }
  }
}
