import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

// jsdom has no matchMedia; without it motion is allowed.
const media = () => (typeof window.matchMedia === "function" ? window.matchMedia(QUERY) : undefined);

function subscribe(listener: () => void) {
  const list = media();
  list?.addEventListener("change", listener);
  return () => list?.removeEventListener("change", listener);
}

/** Whether the reader prefers reduced motion. Updates when the setting changes. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? false,
    () => false,
  );
}
