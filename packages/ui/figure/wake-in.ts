/** Wakes this near to each other, in milliseconds, come in one turn of the page: it is drawn once for all of them. */
const TOGETHER_MS = 8;

/** Those who wait for their second to turn, with when that is on the clock of the page. */
const waiting = new Map<() => void, number>();
let alarm: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `wake` once, in `ms` milliseconds or a few more, together with those that are due at about the same time. Gives
 * what takes that back.
 */
export function wakeIn(ms: number, wake: () => void): () => void {
  waiting.set(wake, performance.now() + ms);
  setAlarm();
  return () => {
    waiting.delete(wake);
    setAlarm();
  };
}

function setAlarm(): void {
  clearTimeout(alarm);
  if (waiting.size > 0) {
    alarm = setTimeout(ring, Math.min(...waiting.values()) - performance.now() + TOGETHER_MS);
  }
}

function ring(): void {
  const now = performance.now();
  for (const [wake, due] of waiting) {
    if (due > now) continue;
    waiting.delete(wake);
    wake();
  }
  setAlarm();
}
