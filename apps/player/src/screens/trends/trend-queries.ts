import { CALLS, type DrawResult, type TrendSize } from "@lotus/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";

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
