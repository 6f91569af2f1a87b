import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { serverClock } from "../../api/server-clock.ts";
import { useLiveEvent } from "../../live/live-events.ts";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";

export type PlayLimits = CallData<typeof CALLS.limits>;
export type PlayLimit = PlayLimits["limits"][number];

export const playLimitsQuery = queryOptions({
  queryKey: ["playLimits"],
  // The player did not start this request, so its failure is not shown: the server refuses what a break forbids.
  queryFn: ({ signal }) => api.call(CALLS.limits, {}, { signal, hideErrors: true }),
  staleTime: 60_000,
});

/** The player's limits and breaks; another device's changes arrive by the stream within a second. */
export function usePlayLimits() {
  const client = useQueryClient();
  const loggedIn = useSession((session) => session.accessToken !== "");
  const stale = () => void client.invalidateQueries({ queryKey: playLimitsQuery.queryKey });
  useLiveEvent("limits", stale);
  return useQuery({ ...playLimitsQuery, enabled: loggedIn });
}

/** A break in force: why, and until when (epoch ms); `until` is null where play waits for the player to ask. */
export interface Break {
  readonly kind: "timeOut" | "excluded";
  readonly until: number | null;
}

/** From this instant on an end stands for none. */
export const FOR_GOOD = Date.UTC(9999, 0, 1);

/** The break in force at an instant, or null. */
export function breakIn(limits: PlayLimits | undefined, now: number): Break | null {
  if (limits === undefined) return null;
  const { timeOutUntil, excludedUntil, mayReturn } = limits;
  if (excludedUntil !== null && excludedUntil > now) return { kind: "excluded", until: excludedUntil };
  if (mayReturn) return { kind: "excluded", until: null };
  return timeOutUntil !== null && timeOutUntil > now ? { kind: "timeOut", until: timeOutUntil } : null;
}

/** The player's break, or null. */
export function useBreak(): Break | null {
  return breakIn(usePlayLimits().data, serverClock.now());
}
