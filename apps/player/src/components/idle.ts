const IDLE_WITHIN_MS = 2_000;

/** Resolves in a task of its own when the browser has nothing else to do, or after two seconds without such a moment. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "function")
      // What an idle callback does counts towards a frame, which a slow phone has no room in.
      requestIdleCallback(() => setTimeout(resolve), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve, 50);
  });
}
