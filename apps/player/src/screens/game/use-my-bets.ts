import type { BetRecord, DrawResult } from "@lotus/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Results, useResults } from "../../features/bet-result/use-results.ts";
import { latestBetsQuery } from "../../features/game-data/queries.ts";
import { useLiveEvent } from "../../live/live-events.ts";
import { useBetsElsewhere } from "./use-bets-elsewhere.ts";

const NONE: readonly BetRecord[] = [];

export interface MyBets {
  /** Orders that have not been settled, by period, oldest first. */
  readonly open: readonly OpenPeriod[];
  readonly results: Results;
  /** To be called with each new draw. */
  readonly onDraw: (draw: DrawResult) => void;
  /** Bets were placed on this page, and left this balance. */
  readonly placed: (balance: string) => void;
}

export interface OpenPeriod {
  readonly prizeNo: string;
  readonly orders: readonly BetRecord[];
}

/**
 * The player's open bets in a game, and the results of drawn bets, in this and other games. `isFree`: nothing is picked
 * that a popup would cover.
 */
export function useMyBets(gameCode: string, isFree: () => boolean): MyBets {
  const client = useQueryClient();
  const list = useQuery(latestBetsQuery(gameCode)).data ?? NONE;
  const results = useResults(gameCode, isFree);
  const refresh = () => void client.invalidateQueries({ queryKey: ["bets"] });
  const explain = useBetsElsewhere(refresh);
  useLiveEvent("order", (order) => {
    if (order.gameCode === gameCode) refresh();
  });
  return {
    open: openPeriods(list),
    results,
    onDraw: (draw) => {
      const mine = list.some((order) => order.prizeNo === draw.prizeNo && order.status !== "cancelled");
      if (mine) results.onDraw(draw);
      refresh();
    },
    placed: (balance) => {
      explain(balance);
      refresh();
    },
  };
}

/** Orders waiting for their draw, by period. */
export function openPeriods(list: readonly BetRecord[]): readonly OpenPeriod[] {
  const open = list.filter((order) => order.status === "notDrawn" || order.status === "drawn");
  return [...Map.groupBy(open, (order) => order.prizeNo)]
    .map(([prizeNo, orders]) => ({ prizeNo, orders }))
    .toSorted((a, b) => a.prizeNo.localeCompare(b.prizeNo));
}
