import type { BetRecord, DrawResult } from "@lotus/contract";
import { facts, findGame } from "@lotus/games";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { latestBetsQuery } from "../game-data/queries.ts";

/** How often settled orders are asked for while a result is waited for; events are usually faster. */
const ASK_AGAIN_MS = 1500;
const NONE: readonly BetRecord[] = [];

/** A period whose result the player is to be told. */
interface Heard {
  readonly gameCode: string;
  readonly prizeNo: string;
  /** Absent where only the orders were heard of; they bear the numbers as well. */
  readonly draw?: DrawResult;
}

/** A drawn period and the player's orders in it. */
export interface PeriodResult {
  readonly draw: DrawResult;
  readonly orders: readonly BetRecord[];
}

export interface Results {
  /** The result to tell now: one draw with all its orders, the first heard first. */
  readonly result: PeriodResult | null;
  /** How many more wait behind it. */
  readonly waiting: number;
  /** A draw of the shown game in which the player has bets. */
  readonly hear: (draw: DrawResult) => void;
  /** The result has been seen. */
  readonly putAway: () => void;
}

/**
 * Results of the player's bets, one draw after the other: those of the shown game as soon as they are drawn, and
 * those of other games, whose draws are not looked at here, once their orders are settled.
 */
export function useResults(gameCode: string): Results {
  const client = useQueryClient();
  const [queue, setQueue] = useState<readonly Heard[]>([]);
  const add = (heard: Heard) =>
    setQueue((known) => (known.some((each) => same(each, heard)) ? known : [...known, heard]));
  const putAway = () => setQueue(([, ...others]) => others);
  useLiveEvent("order", ({ gameCode: other, prizeNo, status }) => {
    if (other === gameCode || (status !== "won" && status !== "notWon")) return;
    void client.invalidateQueries({ queryKey: ["bets", other] });
    add({ gameCode: other, prizeNo });
  });

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
  if (gone) putAway();
  return {
    result: draw === undefined || orders.length === 0 ? null : { draw, orders },
    waiting: Math.max(0, queue.length - 1),
    hear: (heard) => add({ gameCode, prizeNo: heard.prizeNo, draw: heard }),
    putAway,
  };
}

function same(a: Heard, b: Heard): boolean {
  return a.gameCode === b.gameCode && a.prizeNo === b.prizeNo;
}

/** Orders that took part in the draw of a period; a cancelled one did not. */
function ordersIn(list: readonly BetRecord[], { prizeNo }: Heard): readonly BetRecord[] {
  return list.filter((order) => order.prizeNo === prizeNo && order.status !== "cancelled");
}

function unsettledIn(list: readonly BetRecord[], heard: Heard): boolean {
  return ordersIn(list, heard).some(({ status }) => status === "notDrawn" || status === "drawn");
}

/** The draw as settled orders of its period tell it. */
export function drawOf([order]: readonly BetRecord[]): DrawResult | undefined {
  const game = order === undefined ? undefined : findGame(order.gameCode);
  const numbers = order?.winningNumbers;
  if (order === undefined || game === undefined || numbers === undefined) return undefined;
  return {
    gameCode: order.gameCode,
    prizeNo: order.prizeNo,
    drawAt: order.drawAt ?? order.time,
    numbers,
    late: false,
    facts: { ...facts(game.code, numbers, order.lunarYear) },
  };
}
