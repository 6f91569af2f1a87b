import { TIMERS, type Timers } from "./timers.ts";

/** How soon a part of background work is wanted: players wait for payouts; everything else comes after them. */
export type Urgency = "payouts" | "later";

/** Parts that run at once, each on a connection to the database. */
const AT_ONCE = 2;
/** Payouts that run at once beside a crowd of bets. */
const IN_A_CROWD = 1;
/** What has waited for so long begins beside payouts: a house that always pays must still have its books checked. */
const MAX_WAIT_MS = 20_000;

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

/**
 * Work on the database that nobody's request waits for, in parts. After a large draw there is more of it than a small machine
 * can do beside the bets for the next one. Payouts run a few at once, and one at a time while a crowd bets. Everything else
 * begins while none are to be made.
 */
export class BackgroundWork {
  /** Whether bets wait for others now. */
  readonly isCrowded: () => boolean;
  readonly #timers: Timers;
  readonly #waiting: Record<Urgency, Waiting[]> = { payouts: [], later: [] };
  readonly #running: Record<Urgency, number> = { payouts: 0, later: 0 };

  constructor(isCrowded: () => boolean = () => false, timers: Timers = TIMERS) {
    this.isCrowded = isCrowded;
    this.#timers = timers;
  }

  /** Runs a part once it may. A part must not wait for another one. */
  run<Result>(urgency: Urgency, part: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        this.#running[urgency] += 1;
        part()
          .finally(() => {
            this.#running[urgency] -= 1;
            this.#next();
          })
          .then(resolve, reject);
      };
      this.#waiting[urgency].push({ since: this.#timers.now(), start });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running.payouts < (this.isCrowded() ? IN_A_CROWD : AT_ONCE)) {
      const next = this.#waiting.payouts.shift();
      if (next === undefined) break;
      next.start();
    }
    while (this.#running.later < AT_ONCE && this.#mayBegin(this.#waiting.later[0]))
      this.#waiting.later.shift()?.start();
  }

  #mayBegin(next: Waiting | undefined): boolean {
    if (next === undefined) return false;
    return this.#running.payouts === 0 || this.#timers.now() - next.since >= MAX_WAIT_MS;
  }
}
