/** A window that is not shown paints nothing. */
const TIMEOUT_MS = 100;

/** Resolves in a task of its own behind the next frame. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, TIMEOUT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timeout);
      setTimeout(resolve);
    });
  });
}

/**
 * Has done behind the frame that answers a tap what follows from it: on a slow phone the answer must not wait for that. What was
 * tapped looks pressed by itself; `useShownFirst` shows more.
 */
export function behindPaint<Tapped>(act: (tapped: Tapped) => void): (tapped: Tapped) => void {
  return (tapped) => void nextPaint().then(() => act(tapped));
}
