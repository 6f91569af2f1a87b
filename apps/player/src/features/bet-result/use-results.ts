import type { BetRecord, DrawResult } from "@lotus/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultKey, seeResults, takeForTelling } from "../../session/result-news.ts";
import { useSettings } from "../../session/settings.ts";
import { latestBetsQuery } from "../game-data/queries.ts";
import { drawOf, type GamePeriod, ordersIn, type PeriodResult } from "./period-result.ts";
import { useResultPlace } from "./result-place.ts";

/** Polling interval for settled orders while a result is pending; events are usually faster. */
const ASK_AGAIN_MS = 1500;
const NONE: readonly BetRecord[] = [];

/** A period whose result will be shown. */
interface QueuedResult extends GamePeriod {
  /** Absent if only the orders arrived; they contain the numbers as well. */
  readonly draw?: DrawResult;
  /** Known of a settled period. */
  readonly won?: boolean;
}

export interface Results {
  /** The result to show now: one draw with all its orders, in order of arrival. */
  readonly result: PeriodResult | null;
  /** Number of results queued behind it. */
  readonly waiting: number;
  /** True if it is shown in a dialog; otherwise inline, beside the bets. */
  readonly inWindow: boolean;
  /** Call with a draw of the shown game on which the player has bets: opens the dialog if the player wants it. */
  readonly onDraw: (draw: DrawResult) => void;
  /** Opens the dialog. */
  readonly open: () => void;
  /** Dismisses the current result. */
  readonly putAway: () => void;
  /** Dismisses all queued results. */
  readonly putAllAway: () => void;
  /** Takes the current result off the page; the badge still counts it as not seen. */
  readonly leave: () => void;
}

/**
 * Queue of results of the player's bets, each draw once. The dialog opens automatically only if the player chose so,
 * and never over picks: `isFree` returns whether there are none.
 */
export function useResults(gameCode: string, isFree: () => boolean): Results {
  const [queue, setQueue] = useState<readonly QueuedResult[]>([]);
  const [inWindow, setInWindow] = useState(false);
  const opensItself = () => useSettings.getState().resultStyle === "window" && isFree();
  const add = (queued: QueuedResult) => {
    setQueue((known) => {
      if (known.some((each) => same(each, queued))) return known;
      if (inWindow) return [...known, queued];
      // Inline, a game's last result stays until its next one arrives, and nothing stands before a win.
      const others = known.filter((each) => each.gameCode !== queued.gameCode);
      return queued.won === true
        ? [queued, ...others.filter((each) => each.won === true)]
        : [...others, queued];
    });
    if (!inWindow) seeResults(queue.filter((each) => isBefore(each, queued)).map(keyOf));
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
  // A period without orders has no result to show, so it leaves the queue.
  const gone = first !== undefined && bets.isSuccess && !bets.isFetching && orders.length === 0;
  if (gone) {
    setQueue(([, ...others]) => others);
    if (queue.length === 1) setInWindow(false);
  }
  return {
    result: draw === undefined || orders.length === 0 ? null : { draw, orders },
    waiting: Math.max(0, queue.length - 1),
    inWindow,
    onDraw: (drawn) => {
      if (!document.hasFocus() || !opensItself()) return;
      const queued = { gameCode, prizeNo: drawn.prizeNo, draw: drawn };
      if (takeForTelling([keyOf(queued)]).length > 0) add(queued);
    },
    open: () => setInWindow(true),
    putAway,
    leave: () => setQueue(([, ...others]) => others),
    putAllAway: () => {
      seeResults(queue.map(keyOf));
      setQueue([]);
      setInWindow(false);
    },
  };
}

const keyOf = ({ gameCode, prizeNo }: GamePeriod) => resultKey(gameCode, prizeNo);

const same = (a: GamePeriod, b: GamePeriod) => keyOf(a) === keyOf(b);

/** Whether `a` is an older period of the same game. */
const isBefore = (a: GamePeriod, b: GamePeriod) => a.gameCode === b.gameCode && !same(a, b);

function unsettledIn(list: readonly BetRecord[], queued: QueuedResult): boolean {
  return ordersIn(list, queued).some(({ status }) => status === "notDrawn" || status === "drawn");
}
