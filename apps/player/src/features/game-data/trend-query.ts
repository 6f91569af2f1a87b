import { CALLS, type Trend, type TrendSize } from "@lotus/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
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
