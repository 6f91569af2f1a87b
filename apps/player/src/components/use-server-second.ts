import { useSyncExternalStore } from "react";
import { serverClock } from "../api/server-clock.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let second = wholeSecond();
let stopCorrections: (() => void) | undefined;

/**
 * The current second of the server's clock in epoch milliseconds. One timer serves every countdown, and each re-renders
 * without its parents.
 */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, read);
}

function wholeSecond(): number {
  return Math.floor(serverClock.now() / 1000) * 1000;
}

/** Without subscribers the timer is stopped and the time is read from the clock. */
function read(): number {
  if (listeners.size === 0) second = wholeSecond();
  return second;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    stopCorrections = serverClock.subscribe(tick);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    stopCorrections?.();
  };
}

function tick(): void {
  clearTimeout(timer);
  // A few ms late rather than twice in one second.
  timer = setTimeout(tick, 1005 - (serverClock.now() % 1000));
  const now = wholeSecond();
  if (now === second) return;
  second = now;
  for (const listener of listeners) listener();
}
