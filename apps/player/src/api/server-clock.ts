import { useSyncExternalStore } from "react";

/** How many of the latest server times the clock remembers. */
const SAMPLES = 8;

/**
 * The server's clock, advanced by the browser's monotonic clock, so that setting the phone's clock has no effect. A
 * server time is always a little old when it arrives: of the latest samples the least delayed one counts, which has the
 * greatest offset. After sleep the monotonic clock may lag; the next sample then has the greatest offset and corrects
 * it.
 */
export class ServerClock {
  readonly #monotonicMs: () => number;
  readonly #wallMs: () => number;
  #offsets: readonly number[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(monotonicMs: () => number, wallMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#wallMs = wallMs;
  }

  /** Epoch milliseconds of the server; the device's own clock until the first server time. */
  readonly now = (): number => {
    return this.#offsets.length === 0 ? this.#wallMs() : this.#monotonicMs() + Math.max(...this.#offsets);
  };

  /** Adds a server time that has just arrived. */
  readonly sync = (serverTime: number): void => {
    const before = this.now();
    const offset = serverTime - this.#monotonicMs();
    // A server clock set back by more than any delay discards all samples.
    const stale = this.#offsets.length > 0 && Math.max(...this.#offsets) - offset > 10_000;
    this.#offsets = stale ? [offset] : [...this.#offsets, offset].slice(-SAMPLES);
    if (Math.abs(this.now() - before) < 20) return;
    for (const listener of this.#listeners) listener();
  };

  /** Notifies of corrections that a countdown would show. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export const serverClock = new ServerClock(
  () => performance.now(),
  () => Date.now(),
);

/** The server's time as a function, for countdowns. Its identity changes after a correction, so that timers restart. */
export function useServerClock(): () => number {
  return useSyncExternalStore(subscribeCorrections, () => corrected);
}

let corrected: () => number = () => serverClock.now();

function subscribeCorrections(listener: () => void): () => void {
  return serverClock.subscribe(() => {
    corrected = () => serverClock.now();
    listener();
  });
}
