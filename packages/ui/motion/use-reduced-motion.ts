import { useMedia } from "./use-media.ts";

/** Whether the reader prefers reduced motion. Updates when the setting changes. */
export const useReducedMotion = (): boolean => useMedia("(prefers-reduced-motion: reduce)");
