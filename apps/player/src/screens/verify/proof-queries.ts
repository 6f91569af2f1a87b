import { CALLS, type CallData } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

/** Polling interval for a proof that will still grow, in case no event arrives. */
const ASK_AGAIN_MS = 10_000;

/** No entry about a period follows these. `void` is not among them: the `settled` entry with the refunds follows it. */
const LAST_ENTRIES: ReadonlySet<string> = new Set(["settled", "skipped"]);

/** Whether a proof is complete. */
function isFinal(proof: CallData<typeof CALLS.proof> | undefined): boolean {
  // The reply is untrusted: it may lack anything.
  return Array.isArray(proof?.entries) && proof.entries.some(({ type }) => LAST_ENTRIES.has(type));
}

/** The proof document of a period. Once settled it never changes. */
export const proofQuery = (gameCode: string, prizeNo: string) =>
  queryOptions({
    queryKey: ["proof", gameCode, prizeNo],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.proof,
        { params: { gameCode, prizeNo } },
        { signal, hideErrors: true, shownInPlace: ["GAME_UNKNOWN", "PERIOD_UNKNOWN"] },
      ),
    staleTime: ({ state }) => (isFinal(state.data) ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data !== undefined && !isFinal(state.data) ? ASK_AGAIN_MS : false),
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
