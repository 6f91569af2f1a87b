import type { Timers } from "../timers.ts";

/** So many slips make a batch whose own cost hardly counts: they do not wait for more. */
export const ENOUGH_SLIPS = 100;
const LONGEST_PAUSE_MS = 20;
/**
 * Servers for each slot from which they pause. With less than one for each, a pause is somewhat longer than the slots of the
 * others: with it, three servers' batches are as large as one's (measured with 64 and 256 slips in flight).
 */
const PAUSES_FROM = 0.25;

/**
 * When this server's batches leave. What a batch costs the database whatever is in it, it costs once a batch, so that
 * servers which share the slips, and each gather their own, would have it do more for the same bets. The slots are
 * therefore those of all servers together: of two servers each has half, and of more each pauses between its batches for as
 * long as keeps them all together to that number.
 */
export class Pace {
  readonly #slots: number;
  readonly #servers: () => number;
  readonly #timers: Timers;
  #pauses = 0;

  constructor(slots: number, servers: () => number, timers: Timers) {
    this.#slots = slots;
    this.#servers = servers;
    this.#timers = timers;
  }

  /** Whether a batch may leave beside those that run, when so many slips wait. */
  mayLeave(running: number, waiting: number): boolean {
    if (running >= this.#slots) return false;
    const servers = this.#servers();
    if (servers <= 1 || waiting >= ENOUGH_SLIPS) return true;
    return this.#pauses === 0 && running < Math.max(1, Math.floor(this.#slots / servers));
  }

  /** A batch that left at `began` is over; calls `go` once the pause after it is, if there is one. */
  ended(began: number, go: () => void): void {
    const servers = this.#servers();
    if (servers <= 1) return;
    const took = this.#timers.now() - began;
    const pause = Math.min(LONGEST_PAUSE_MS, took * (servers / this.#slots - PAUSES_FROM));
    if (pause <= 0) return;
    this.#pauses += 1;
    this.#timers.after(pause, () => {
      // Whatever the clock says: timers are early by up to a millisecond, and nothing else would wake who waits.
      this.#pauses -= 1;
      go();
    });
  }

  now(): number {
    return this.#timers.now();
  }
}
