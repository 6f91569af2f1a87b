import type { Family } from "@lotus/games";
import { useReducedMotion } from "@lotus/ui";
import { useEffect, useState } from "react";

/** Duration of a race; the winner crosses the line 300 ms before the end. */
export const RACE_MS = 2000;

/** Duration of a reveal by family, at most two seconds. */
export const REVEAL_MS: Readonly<Record<Family, number>> = {
  "five-digits": 4 * 180 + 320,
  dice: 900 + 2 * 80,
  racing: RACE_MS,
  "mark-six": 7 * 220,
};

/** State of a reveal. */
export interface Reveal {
  /** The pieces are moving. */
  readonly moving: boolean;
  /** Ends the motion at once. */
  readonly skip: () => void;
}

/**
 * Reveals the result of each new period, for the duration of the family. `null` while no period is known. The result
 * that is there on mount is old news and not animated, unless `first` is set. Under reduced motion nothing is animated.
 */
export function useReveal(
  family: Family,
  period: string | null,
  first: "opens" | "stands" = "stands",
): Reveal {
  const still = useReducedMotion();
  const [shown, setShown] = useState(first === "opens" ? "" : period);
  if (shown === null && period !== null) setShown(period);
  const moving = !still && shown !== null && period !== null && period !== shown;
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setTimeout(() => setShown(period), REVEAL_MS[family]);
    return () => clearTimeout(timer);
  }, [moving, period, family]);
  return { moving, skip: () => setShown(period) };
}
