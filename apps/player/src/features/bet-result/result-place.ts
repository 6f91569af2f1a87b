import { useEffect, useEffectEvent } from "react";
import type { GamePeriod } from "./period-result.ts";

type Tell = (period: GamePeriod) => void;

/** Where the page that is shown tells results; most pages have no such place. */
let place: Tell | null = null;

/** Hands a result to the page that is shown. Returns whether it has a place for it. */
export function tellInPlace({ gameCode, prizeNo }: GamePeriod): boolean {
  place?.({ gameCode, prizeNo });
  return place !== null;
}

/** The results of the player's bets are told by this page for as long as it is shown. */
export function useResultPlace(tell: Tell): void {
  const latest = useEffectEvent(tell);
  useEffect(() => {
    const mine: Tell = (period) => latest(period);
    place = mine;
    return () => {
      if (place === mine) place = null;
    };
  }, []);
}
