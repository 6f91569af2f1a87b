import type { BetRecord, DrawResult } from "@lotus/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../../live/live-events.ts";
import { latestBetsQuery } from "../../../parts/game-data/queries.ts";

/** How often settled orders are asked for while a result is waited for; events are usually faster. */
const ASK_AGAIN_MS = 1500;
const NONE: readonly BetRecord[] = [];

export interface MyBets {
  /** Orders that have not been settled, by period, oldest first. */
  readonly open: readonly OpenPeriod[];
  /** A draw that had bets of the player's in it and has not been put away. */
  readonly result: { readonly draw: DrawResult; readonly orders: readonly BetRecord[] } | null;
  /** Tells of a draw that has just come. */
  readonly hear: (draw: DrawResult) => void;
  readonly putAway: () => void;
  readonly refresh: () => void;
}

export interface OpenPeriod {
  readonly prizeNo: string;
  readonly orders: readonly BetRecord[];
}

/** The player's open bets in a game and, when one of their periods is drawn, its result. */
export function useMyBets(gameCode: string): MyBets {
  const client = useQueryClient();
  const [draw, setDraw] = useState<DrawResult | null>(null);
  const bets = useQuery({
    ...latestBetsQuery(gameCode),
    refetchInterval: ({ state }) =>
      draw !== null && unsettledIn(state.data?.list ?? NONE, draw) ? ASK_AGAIN_MS : false,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ["bets"] });
  useLiveEvent("order", (order) => {
    if (order.gameCode === gameCode) refresh();
  });
  const list = bets.data ?? NONE;
  const orders = draw === null ? NONE : list.filter((order) => order.prizeNo === draw.prizeNo);
  return {
    open: openPeriods(list),
    result: draw === null || orders.length === 0 ? null : { draw, orders },
    hear: (heard) => {
      const mine = list.some((order) => order.prizeNo === heard.prizeNo && order.status !== "cancelled");
      if (mine) setDraw(heard);
      refresh();
    },
    putAway: () => setDraw(null),
    refresh,
  };
}

function unsettledIn(list: readonly BetRecord[], draw: DrawResult): boolean {
  return list.some(
    ({ prizeNo, status }) => prizeNo === draw.prizeNo && (status === "notDrawn" || status === "drawn"),
  );
}

/** Orders that wait for their draw, by period. */
export function openPeriods(list: readonly BetRecord[]): readonly OpenPeriod[] {
  const open = list.filter((order) => order.status === "notDrawn" || order.status === "drawn");
  return [...Map.groupBy(open, (order) => order.prizeNo)]
    .map(([prizeNo, orders]) => ({ prizeNo, orders }))
    .toSorted((a, b) => a.prizeNo.localeCompare(b.prizeNo));
}
