import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { useReducedMotion } from "@lotus/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Reveal, useReveal } from "../../artwork/use-reveal.ts";
import { useLiveEvent } from "../../live/live-events.ts";
import { enterStage, holdTelling, tellNow } from "../../session/telling.ts";
import { drawPhase } from "../../features/draw/draw-phase.ts";
import { currentQuery, lastQuery } from "../../features/game-data/queries.ts";

/** Polling interval while a draw is due and no event has delivered it. */
const ASK_AGAIN_MS = 1500;

interface Draws {
  readonly current: CurrentPeriod | undefined;
  /** Undefined while it loads, null before the first draw. */
  readonly last: DrawResult | null | undefined;
  /** The last result that has been shown to its end, for all that tells of one. */
  readonly told: DrawResult | null | undefined;
  /** Shows `last`. */
  readonly reveal: Reveal;
  /** The last request failed. */
  readonly failed: boolean;
  readonly refreshCurrent: () => void;
}

/**
 * The running period and the last result of a game, from live events, with polling as a fallback. Each new result is shown
 * before anything tells it; `onTold` is called then.
 */
export function useDraws(
  { gameCode, family }: { readonly gameCode: string; readonly family: Family },
  now: () => number,
  onTold: (result: DrawResult) => void,
): Draws {
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
  const reveal = useReveal(family, last.data === undefined ? null : (last.data?.prizeNo ?? ""));
  const { moving } = reveal;
  const still = useReducedMotion();
  const showFirst = useEffectEvent((draw: DrawResult) => {
    if (draw.gameCode !== gameCode) return false;
    const { queryKey } = lastQuery(gameCode);
    const known = client.getQueryData(queryKey);
    const isNew = known !== undefined && (known === null || known.drawAt < draw.drawAt);
    if (isNew || known === undefined) client.setQueryData(queryKey, draw);
    refreshCurrent();
    return !still && !document.hidden && (isNew || moving);
  });
  useEffect(() => enterStage((draw) => showFirst(draw)), []);
  useEffect(() => {
    if (!moving) return undefined;
    holdTelling();
    return tellNow;
  }, [moving]);
  const [told, setTold] = useState(last.data);
  if (!moving && told !== last.data) setTold(last.data);

  const currentNo = current.data?.prizeNo;
  const refetchLast = useEffectEvent(() => void last.refetch());
  useEffect(() => {
    // A new period without a draw event of the previous one: that result exists nevertheless.
    if (currentNo !== undefined) refetchLast();
  }, [currentNo]);

  const seen = useRef<string | null>(null);
  const notify = useEffectEvent(onTold);
  useEffect(() => {
    if (told === undefined) return;
    const before = seen.current;
    seen.current = told?.prizeNo ?? "";
    // The result that was already there on mount is not announced.
    if (told !== null && before !== null && before !== told.prizeNo) notify(told);
  }, [told]);

  return {
    current: current.data,
    last: last.data,
    told,
    reveal,
    failed: current.isError,
    refreshCurrent,
  };
}

/** Polls again just after the draw, in case no event arrives. */
function untilDraw(period: CurrentPeriod | undefined, nowMs: number): number | false {
  return period === undefined ? false : Math.max(ASK_AGAIN_MS, period.drawAt - nowMs + ASK_AGAIN_MS);
}
