import { useSyncExternalStore } from "react";

// jsdom has no matchMedia; there no query matches.
const listOf = (query: string) =>
  typeof window.matchMedia === "function" ? window.matchMedia(query) : undefined;

/** Whether a media query matches. Updates as the window or the reader's settings change. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = listOf(query);
      list?.addEventListener("change", listener);
      return () => list?.removeEventListener("change", listener);
    },
    () => listOf(query)?.matches ?? false,
    () => false,
  );
}
