import { vi } from "vitest";

/**
 * Fakes IntersectionObserver, which jsdom lacks. The returned function scrolls the end of the last list into view.
 * Ended by `vi.unstubAllGlobals`.
 */
export function fakeReach(): () => void {
  let reach = (): void => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
        reach = () => callback([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => reach();
}
