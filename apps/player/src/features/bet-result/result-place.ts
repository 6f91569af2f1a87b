import { useEffect, useEffectEvent } from "react";
import type { GamePeriod } from "./period-result.ts";

type ShowResult = (period: GamePeriod) => void;

/** Callback of the shown page that displays results in place; null on most pages. */
let place: ShowResult | null = null;

/** Passes a result to the shown page. Returns whether the page displays it. */
export function showInPlace({ gameCode, prizeNo }: GamePeriod): boolean {
  place?.({ gameCode, prizeNo });
  return place !== null;
}

/** While mounted, this page displays the results of the player's bets. */
export function useResultPlace(show: ShowResult): void {
  const latest = useEffectEvent(show);
  useEffect(() => {
    const mine: ShowResult = (period) => latest(period);
    place = mine;
    return () => {
      if (place === mine) place = null;
    };
  }, []);
}
