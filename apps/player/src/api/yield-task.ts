const { port1: receiving, port2: sending } = new MessageChannel();
const waiting: (() => void)[] = [];
let free = true;

// Tasks are scheduled by messages: browsers throttle timers in background windows.
receiving.addEventListener("message", () => {
  const go = waiting.shift();
  if (go === undefined) free = true;
  else {
    go();
    ring();
  }
});
receiving.start();

function ring(): void {
  // A MessagePort has a single receiver and takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  sending.postMessage(undefined);
}

/**
 * Resolves at once for the first call of a burst, and in a task of its own for each one after it. The browser takes a
 * few milliseconds to start a request: a page that starts six in one task would not respond to taps in that time.
 */
export function yieldTask(): Promise<void> {
  if (!free) return new Promise((resolve) => waiting.push(resolve));
  free = false;
  ring();
  return Promise.resolve();
}
