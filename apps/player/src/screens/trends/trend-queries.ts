import { CALLS, type DrawResult, type Trend, type TrendSize } from "@lotus/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";

/** Polling interval while the server's trend does not yet include an announced draw. */
const ASK_AGAIN_MS = 400;

const trendQuery = (gameCode: string, draws: TrendSize) =>
  queryOptions({
    queryKey: ["trend", gameCode, draws],
    queryFn: ({ signal }) =>
      api.call(CALLS.trend, { params: { gameCode }, query: { draws } }, { signal, hideErrors: true }),
    placeholderData: keepPreviousData,
  });

/**
 * The trend of a game's last draws, refetched after each draw. On a change of size the previous trend stays until the
 * new one is loaded.
 */
export function useTrend(gameCode: string, draws: TrendSize) {
  const [heard, setHeard] = useState(0);
  const trend = useQuery({
    ...trendQuery(gameCode, draws),
    refetchInterval: ({ state }) => (isBehind(state.data, heard) ? ASK_AGAIN_MS : false),
  });
  useLiveEvent("draw", (draw) => {
    if (draw.gameCode !== gameCode) return;
    setHeard(draw.drawAt);
    void trend.refetch();
  });
  return trend;
}

function isBehind(trend: Trend | undefined, drawAt: number): boolean {
  return trend !== undefined && (trend.draws.at(-1)?.drawAt ?? 0) < drawAt;
}

type ResultPage = Awaited<ReturnType<typeof readResults>>;

const readResults = (gameCode: string, size: TrendSize, cursor: string, signal: AbortSignal) =>
  api.call(
    CALLS.history,
    { params: { gameCode }, query: { pageSize: Number(size), cursor: cursor === "" ? undefined : cursor } },
    { signal, hideErrors: true },
  );

/** A game's results, newest first, with a given page size. */
const resultsQuery = (gameCode: string, size: TrendSize) =>
  infiniteQueryOptions({
    queryKey: ["results", gameCode, size],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) => readResults(gameCode, size, pageParam, signal),
    getNextPageParam: (page) => page.nextCursor,
  });

/** The results of a game, page by page; each new draw is added at the top. */
export function useResults(gameCode: string, size: TrendSize) {
  const client = useQueryClient();
  const query = resultsQuery(gameCode, size);
  useLiveEvent("draw", (draw) => {
    if (draw.gameCode !== gameCode) return;
    client.setQueryData(query.queryKey, (known) => known && withDraw(known, draw));
  });
  return useInfiniteQuery(query);
}

function withDraw(known: InfiniteData<ResultPage>, draw: DrawResult): InfiniteData<ResultPage> {
  const [first, ...rest] = known.pages;
  if (first === undefined || (first.list[0]?.drawAt ?? 0) >= draw.drawAt) return known;
  return { ...known, pages: [{ ...first, list: [draw, ...first.list] }, ...rest] };
}
