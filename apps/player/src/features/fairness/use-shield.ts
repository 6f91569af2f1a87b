import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { OwnBet, OwnBets, Shield } from "./own-bets.ts";
import { sessionBets } from "./session-bets.ts";

/** The own bets of the components below; tests give their own. */
export const OwnBetsContext = createContext<OwnBets>(sessionBets);

/** The shield of a bet, which is watched from now on. */
export function useShield({ orderNo, gameCode, periodNo, isOver }: OwnBet): Shield {
  const bets = use(OwnBetsContext);
  useEffect(
    () => bets.watch([{ orderNo, gameCode, periodNo, isOver }]),
    [bets, orderNo, gameCode, periodNo, isOver],
  );
  return useSyncExternalStore(
    (listener) => bets.subscribe(listener),
    () => bets.shieldOf(orderNo),
  );
}
