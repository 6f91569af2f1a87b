/**
 * Timers due within this many milliseconds of each other run in one task, so that the page renders once for all of
 * them.
 */
const TOGETHER_MS = 8;

/** Callbacks and when they are due, on the page's clock. */
const waiting = new Map<() => void, number>();
let alarm: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `wake` once in `ms` milliseconds or slightly later, together with others due at about the same time. Returns a
 * function that cancels it.
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
