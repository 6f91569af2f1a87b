import { CALLS } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

/** Polling interval for the proof of a period that is not drawn yet, in case no event arrives. */
const ASK_AGAIN_MS = 10_000;

/** The proof document of a period. Once drawn it never changes. */
export const proofQuery = (gameCode: string, prizeNo: string) =>
  queryOptions({
    queryKey: ["proof", gameCode, prizeNo],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.proof,
        { params: { gameCode, prizeNo } },
        { signal, hideErrors: true, shownInPlace: ["GAME_UNKNOWN", "PERIOD_UNKNOWN"] },
      ),
    staleTime: ({ state }) => (state.data?.secret == null ? 0 : Infinity),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.secret === null ? ASK_AGAIN_MS : false,
  });

/** The results of a game, newest first, page by page. */
export const historyQuery = (gameCode: string) =>
  infiniteQueryOptions({
    queryKey: ["history", gameCode],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      api.call(
        CALLS.history,
        { params: { gameCode }, query: { cursor: pageParam === "" ? undefined : pageParam } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
