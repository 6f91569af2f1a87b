import type { BetRecord, DrawResult } from "@lotus/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultKey, seeResults, takeForTelling } from "../../session/result-news.ts";
import { useSettings } from "../../session/settings.ts";
import { latestBetsQuery } from "../game-data/queries.ts";
import { drawOf, type GamePeriod, ordersIn, type PeriodResult } from "./period-result.ts";
import { useResultPlace } from "./result-place.ts";

/** How often settled orders are asked for while a result is waited for; events are usually faster. */
const ASK_AGAIN_MS = 1500;
const NONE: readonly BetRecord[] = [];

/** A period whose result the player is told. */
interface Heard extends GamePeriod {
  /** Absent where only the orders were heard of; they bear the numbers as well. */
  readonly draw?: DrawResult;
}

export interface Results {
  /** The result to tell now: one draw with all its orders, the first heard first. */
  readonly result: PeriodResult | null;
  /** How many more wait behind it. */
  readonly waiting: number;
  /** It is told in a window over the page; otherwise beside the bets, where it is in nobody's way. */
  readonly inWindow: boolean;
  /** A draw of the shown game in which the player has bets: the window, where it is wanted, opens with it. */
  readonly hear: (draw: DrawResult) => void;
  /** Opens the window. */
  readonly open: () => void;
  /** The result has been seen. */
  readonly putAway: () => void;
  /** All that wait have been seen. */
  readonly putAllAway: () => void;
}

/**
 * Results of the player's bets, one draw after the other, each once. The window opens by itself only for a player who
 * chose that, and never over picks: `isFree` says whether there are none.
 */
export function useResults(gameCode: string, isFree: () => boolean): Results {
  const [queue, setQueue] = useState<readonly Heard[]>([]);
  const [inWindow, setInWindow] = useState(false);
  const opensItself = () => useSettings.getState().resultWindow && isFree();
  const add = (heard: Heard) => {
    setQueue((known) => {
      if (known.some((each) => same(each, heard))) return known;
      // The strip has shown a game's last result until its next one came.
      return [...known.filter((each) => inWindow || each.gameCode !== heard.gameCode), heard];
    });
    if (!inWindow) seeResults(queue.filter((each) => isBefore(each, heard)).map(keyOf));
    if (opensItself()) setInWindow(true);
  };
  useResultPlace(add);
  const putAway = () => {
    seeResults(queue.slice(0, 1).map(keyOf));
    setQueue(([, ...others]) => others);
    if (queue.length <= 1) setInWindow(false);
  };

  const [first] = queue;
  const bets = useQuery({
    ...latestBetsQuery(first?.gameCode ?? gameCode),
    enabled: first !== undefined,
    refetchInterval: ({ state }) =>
      first !== undefined && unsettledIn(state.data?.list ?? NONE, first) ? ASK_AGAIN_MS : false,
  });
  const orders = first === undefined ? NONE : ordersIn(bets.data ?? NONE, first);
  const draw = first?.draw ?? drawOf(orders);
  // Nothing is told of a period that holds no order any more, and nothing waits for it.
  const gone = first !== undefined && bets.isSuccess && !bets.isFetching && orders.length === 0;
  if (gone) {
    setQueue(([, ...others]) => others);
    if (queue.length === 1) setInWindow(false);
  }
  return {
    result: draw === undefined || orders.length === 0 ? null : { draw, orders },
    waiting: Math.max(0, queue.length - 1),
    inWindow,
    hear: (drawn) => {
      if (!document.hasFocus() || !opensItself()) return;
      const heard = { gameCode, prizeNo: drawn.prizeNo, draw: drawn };
      if (takeForTelling([keyOf(heard)]).length > 0) add(heard);
    },
    open: () => setInWindow(true),
    putAway,
    putAllAway: () => {
      seeResults(queue.map(keyOf));
      setQueue([]);
      setInWindow(false);
    },
  };
}

const keyOf = ({ gameCode, prizeNo }: GamePeriod) => resultKey(gameCode, prizeNo);

const same = (a: GamePeriod, b: GamePeriod) => keyOf(a) === keyOf(b);

/** Whether one is an older result of the same game. */
const isBefore = (a: GamePeriod, b: GamePeriod) => a.gameCode === b.gameCode && !same(a, b);

function unsettledIn(list: readonly BetRecord[], heard: Heard): boolean {
  return ordersIn(list, heard).some(({ status }) => status === "notDrawn" || status === "drawn");
}
