import { useSyncExternalStore } from "react";
import { serverClock } from "../api/server-clock.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let second = wholeSecond();
let stopCorrections: (() => void) | undefined;

/**
 * The whole second of the server's clock, epoch milliseconds, renewed as each turns. One timer serves every
 * countdown, and each renders by itself: what stands around it stays as it is.
 */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, read);
}

function wholeSecond(): number {
  return Math.floor(serverClock.now() / 1000) * 1000;
}

/** While nobody listens nothing ticks, and the time is looked up. */
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
