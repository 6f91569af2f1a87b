import type { Family } from "@lotus/games";
import { useReducedMotion } from "@lotus/ui";
import { useEffect, useState } from "react";

/** How long a race lasts; the winner crosses the line 300 ms before. */
export const RACE_MS = 2000;

/** How long the opening of a result lasts, by family: never over two seconds. */
export const REVEAL_MS: Readonly<Record<Family, number>> = {
  "five-digits": 4 * 180 + 320,
  dice: 900 + 2 * 80,
  racing: RACE_MS,
  "mark-six": 7 * 220,
};

/** The opening of a result as it runs. */
export interface Reveal {
  /** The pieces are under way. */
  readonly moving: boolean;
  /** Ends the motion at once. */
  readonly skip: () => void;
}

/**
 * Opens results: once for each new period, for as long as the family's pieces take. Null while no period is
 * known. The one that is there on arrival is no news and stands still, unless `first` says that it opens as
 * well. Under reduced motion every result is simply there.
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
