import { useSyncExternalStore } from "react";

/** How many of the latest server times the clock remembers. */
const SAMPLES = 8;

/**
 * The server's clock, carried on by the browser's monotonic one, so that setting the phone's clock changes
 * nothing. A server time is always a little old when it arrives: of the latest samples the one that was least
 * delayed counts, which is the greatest offset. After sleep the monotonic clock may lag; the next sample is
 * then the greatest and puts it right.
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

  /** Epoch milliseconds at the server; the device's own clock until the server was heard. */
  readonly now = (): number => {
    return this.#offsets.length === 0 ? this.#wallMs() : this.#monotonicMs() + Math.max(...this.#offsets);
  };

  /** Takes in a server time that has just arrived. */
  readonly hear = (serverTime: number): void => {
    const before = this.now();
    const offset = serverTime - this.#monotonicMs();
    // A server that was set back by more than a delay can explain starts the clock afresh.
    const stale = this.#offsets.length > 0 && Math.max(...this.#offsets) - offset > 10_000;
    this.#offsets = stale ? [offset] : [...this.#offsets, offset].slice(-SAMPLES);
    if (Math.abs(this.now() - before) < 20) return;
    for (const listener of this.#listeners) listener();
  };

  /** Tells of corrections that a countdown would notice. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export const serverClock = new ServerClock(
  () => performance.now(),
  () => Date.now(),
);

/** The server's time as a function, for countdowns. It is a new one after a correction, so that timers start again. */
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
