import { CALLS, type CallBodyInput } from "@lotus/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../session/api.ts";
import { playLimitsQuery, type PlayLimits } from "./play-limits.ts";

/** Something that a player does to protect themselves; its call replies with everything that is set. */
export type Protecting = () => Promise<PlayLimits>;

/** What a player can do. */
export const protecting = {
  setLimit: (body: CallBodyInput<typeof CALLS.setLimit>) => () => api.call(CALLS.setLimit, { body }),
  confirmLimit: (body: CallBodyInput<typeof CALLS.confirmLimit>) => () =>
    api.call(CALLS.confirmLimit, { body }),
  timeOut: (body: CallBodyInput<typeof CALLS.timeOut>) => () => api.call(CALLS.timeOut, { body }),
  exclude: (body: CallBodyInput<typeof CALLS.selfExclude>) => () => api.call(CALLS.selfExclude, { body }),
  returnToPlay: () => api.call(CALLS.returnToPlay, { body: {} }),
  realityChecked: () => api.call(CALLS.realityChecked, { body: {} }),
  limitsReviewed: () => api.call(CALLS.limitsReviewed, { body: {} }),
  realityCheck: (minutes: number) => () => api.call(CALLS.realityCheck, { body: { minutes } }),
} as const;

/** Sends an action and shows its reply everywhere. Failures are shown by the API client. */
export function useProtect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Protecting) => act(),
    onSuccess: (limits) => client.setQueryData(playLimitsQuery.queryKey, limits),
  });
}
