import { vi } from "vitest";

/**
 * For tests: stands in for the browser's eye on what comes into sight, which jsdom lacks. Calling what it returns
 * brings the foot of the last list near. `vi.unstubAllGlobals` ends it.
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
