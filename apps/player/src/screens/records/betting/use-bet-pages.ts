import type { BetRecord } from "@lotus/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type BetFilter, betPagesQuery } from "../../../features/game-data/queries.ts";
import { usePlayLimits } from "../../../features/protection/play-limits.ts";
import { useLiveEvent } from "../../../live/live-events.ts";
import { useShownTogether } from "../../../queries/shown-together.ts";

/** Polling interval while a bet that is drawn is not settled yet. */
const ASK_AGAIN_MS = 1500;

/**
 * The player's bets page by page, kept up to date with draws, settlements and other windows, and whether they are shown: with
 * the offer above them, which rests on the losses of the day.
 */
export function useBetPages(filter: BetFilter) {
  const pages = useInfiniteQuery({
    ...betPagesQuery(filter),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isBeingSettled)) === true ? ASK_AGAIN_MS : false,
  });
  const orders = pages.data?.pages.flatMap((page) => page.list) ?? [];
  useLiveEvent("order", () => void pages.refetch());
  // A bet that won nothing has no event of its own, only the draw's.
  useLiveEvent("draw", ({ gameCode, prizeNo }) => {
    if (orders.some((order) => order.gameCode === gameCode && order.prizeNo === prizeNo))
      void pages.refetch();
  });
  // There is no event for a bet placed in another window, but its cost changes the balance.
  useLiveEvent("balance", () => void pages.refetch());
  return { pages, orders, isShown: useShownTogether(pages, usePlayLimits()) };
}

function isBeingSettled({ status }: BetRecord): boolean {
  return status === "drawn";
}
