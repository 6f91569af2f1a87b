import { useEffect, useEffectEvent } from "react";
import type { GamePeriod } from "./period-result.ts";

/** A settled period, and whether it is told as a win. */
export interface PlacedResult extends GamePeriod {
  readonly won: boolean;
}

type ShowResult = (result: PlacedResult) => void;

/** Callback of the shown page that displays results in place; null on most pages. */
let place: ShowResult | null = null;

/** Passes a result to the shown page. Returns whether the page displays it. */
export function showInPlace({ gameCode, prizeNo, won }: PlacedResult): boolean {
  place?.({ gameCode, prizeNo, won });
  return place !== null;
}

/** While mounted, this page displays the results of the player's bets. */
export function useResultPlace(show: ShowResult): void {
  const latest = useEffectEvent(show);
  useEffect(() => {
    const mine: ShowResult = (result) => latest(result);
    place = mine;
    return () => {
      if (place === mine) place = null;
    };
  }, []);
}
