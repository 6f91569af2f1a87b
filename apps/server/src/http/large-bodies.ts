import type { ServerResponse } from "node:http";

/** The number of concurrent bodies above this size is limited. */
const LARGE_BYTES = 512 * 1024;
const MAX_PER_ACCOUNT = 2;
const MAX_TOTAL = 32;

/**
 * The large bodies being received or processed: each is entirely in memory, and a client may send it as slowly as the
 * request timeout allows.
 */
export class LargeBodies {
  readonly #byAsker = new Map<string, number>();
  #all = 0;

  /** Whether a body of up to `limitBytes` counts as large. */
  static isLarge(limitBytes: number | undefined): boolean {
    return limitBytes !== undefined && limitBytes > LARGE_BYTES;
  }

  /** Admits a large body if there is a free slot, until its reply has ended; otherwise refuses it. */
  receive(asker: string, reply: ServerResponse, { go, refuse }: { go(): void; refuse(): void }): void {
    const giveBack = this.take(asker);
    if (giveBack === null) {
      refuse();
      return;
    }
    reply.once("close", giveBack);
    go();
  }

  /** Takes a slot; null if the caller, or all callers together, have none left. Call the result once to release it. */
  take(asker: string): (() => void) | null {
    const own = this.#byAsker.get(asker) ?? 0;
    if (own >= MAX_PER_ACCOUNT || this.#all >= MAX_TOTAL) return null;
    this.#byAsker.set(asker, own + 1);
    this.#all += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#all -= 1;
      const left = (this.#byAsker.get(asker) ?? 1) - 1;
      if (left === 0) this.#byAsker.delete(asker);
      else this.#byAsker.set(asker, left);
    };
  }
}
