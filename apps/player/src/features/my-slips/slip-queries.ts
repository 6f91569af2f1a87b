import { CALLS } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

/** The last slips, of one game or of all. Under "bets", so that a placed or cancelled bet renews them. */
export const recentSlipsQuery = (locale: string, gameCode?: string) =>
  queryOptions({
    queryKey: ["bets", "recent-slips", gameCode ?? "all", locale],
    queryFn: ({ signal }) =>
      api.call(CALLS.recentSlips, { query: { gameCode } }, { signal, hideErrors: true }),
    select: (found) => found.list,
    staleTime: 60_000,
  });

/** What the player has saved. */
export const savedQuery = (locale: string) =>
  queryOptions({
    queryKey: ["saved-slips", locale],
    queryFn: ({ signal }) => api.call(CALLS.saved, {}, { signal, hideErrors: true }),
    staleTime: 60_000,
  });
