import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { drawPhase } from "../../features/draw/draw-phase.ts";
import { currentQuery, lastQuery } from "../../features/game-data/queries.ts";

/** Polling interval while a draw is due and no event has delivered it. */
const ASK_AGAIN_MS = 1500;

interface Draws {
  readonly current: CurrentPeriod | undefined;
  /** Undefined while it loads, null before the first draw. */
  readonly last: DrawResult | null | undefined;
  /** The last request failed. */
  readonly failed: boolean;
  readonly refreshCurrent: () => void;
}

/** The running period and the last result of a game, from live events, with polling as a fallback. */
export function useDraws(gameCode: string, now: () => number, onDraw: (result: DrawResult) => void): Draws {
  const client = useQueryClient();
  const current = useQuery({
    ...currentQuery(gameCode),
    // Polls for a due draw until the next period is there.
    refetchInterval: ({ state }) =>
      state.data !== undefined && drawPhase(state.data, now()) === "drawing"
        ? ASK_AGAIN_MS
        : untilDraw(state.data, now()),
  });
  const last = useQuery(lastQuery(gameCode));
  const refreshCurrent = () => void current.refetch();

  useLiveEvent("period", (period) => {
    if (period.gameCode !== gameCode) return;
    client.setQueryData(currentQuery(gameCode).queryKey, (known) =>
      known !== undefined && known.drawAt > period.drawAt ? known : period,
    );
  });
  useLiveEvent("draw", (draw) => {
    if (draw.gameCode !== gameCode) return;
    client.setQueryData(lastQuery(gameCode).queryKey, (known) =>
      known != null && known.drawAt > draw.drawAt ? known : draw,
    );
    refreshCurrent();
  });

  const currentNo = current.data?.prizeNo;
  const refetchLast = useEffectEvent(() => void last.refetch());
  useEffect(() => {
    // A new period without a draw event of the previous one: that result exists nevertheless.
    if (currentNo !== undefined) refetchLast();
  }, [currentNo]);

  const seen = useRef<string | null>(null);
  const notify = useEffectEvent(onDraw);
  useEffect(() => {
    if (last.data === undefined) return;
    const before = seen.current;
    seen.current = last.data?.prizeNo ?? "";
    // The result that was already there on mount is not announced.
    if (last.data !== null && before !== null && before !== last.data.prizeNo) notify(last.data);
  }, [last.data]);

  return {
    current: current.data,
    last: last.data,
    failed: current.isError,
    refreshCurrent,
  };
}

/** Polls again just after the draw, in case no event arrives. */
function untilDraw(period: CurrentPeriod | undefined, nowMs: number): number | false {
  return period === undefined ? false : Math.max(ASK_AGAIN_MS, period.drawAt - nowMs + ASK_AGAIN_MS);
}
