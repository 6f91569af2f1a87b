import { CALLS, type CallData, type ChaseRecord } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

/** Key of everything about the player's chases; invalidated when one of them changes. */
export const CHASES_KEY = ["chases"] as const;

/** The code that means every game. */
export const ALL_GAMES = "ALL";

const ASK_AGAIN_MS = 20_000;

export interface ChaseFilter {
  readonly gameCode: string;
  readonly state: "running" | "ended" | undefined;
}

const cursorOf = (pageParam: string): string | undefined => (pageParam === "" ? undefined : pageParam);

/** The player's chases, newest first, page by page. */
export const chasePagesQuery = ({ gameCode, state }: ChaseFilter) =>
  infiniteQueryOptions({
    queryKey: [...CHASES_KEY, "pages", gameCode, state ?? "all"],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }): Promise<CallData<typeof CALLS.chases>> =>
      api.call(
        CALLS.chases,
        { params: { gameCode }, query: { state, cursor: cursorOf(pageParam) } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** The player's running chases in a game. */
export const runningChasesQuery = (gameCode: string) =>
  queryOptions({
    queryKey: [...CHASES_KEY, "running", gameCode],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.chases,
        { params: { gameCode }, query: { state: "running" } },
        { signal, hideErrors: true },
      ),
    select: ({ list }): readonly ChaseRecord[] => list,
    // Where no events arrive.
    refetchInterval: ({ state }) => ((state.data?.list.length ?? 0) > 0 ? ASK_AGAIN_MS : false),
  });

export type ChaseDetailPage = CallData<typeof CALLS.chaseDetail>;

/** One chase with its plan, page by page. */
export const chaseDetailQuery = (chaseNo: string) =>
  infiniteQueryOptions({
    queryKey: [...CHASES_KEY, "one", chaseNo],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }): Promise<ChaseDetailPage> =>
      api.call(
        CALLS.chaseDetail,
        { params: { chaseNo }, query: { cursor: cursorOf(pageParam) } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
