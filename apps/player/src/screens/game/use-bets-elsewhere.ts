import { useEffect, useRef } from "react";
import { useLiveEvent } from "../../live/live-events.ts";

/** Debounce: one action causes several events, and several actions may come together. */
export const GATHER_MS = 400;

/**
 * Runs `look` a moment after a balance that nothing on this page explains: no event tells of a bet that was placed on
 * another device, but what it cost does. Call the result as a bet is placed here, with the balance it left.
 */
export function useBetsElsewhere(refetch: () => void): (balance: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const explained = useRef<string>(undefined);
  useLiveEvent("balance", ({ balance }) => {
    clearTimeout(timer.current);
    if (balance !== explained.current) timer.current = setTimeout(refetch, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (balance) => {
    explained.current = balance;
    clearTimeout(timer.current);
  };
}
