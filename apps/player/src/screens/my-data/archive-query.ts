import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

/** The state of the player's archive, and how long what ages is kept. */
export type ArchiveState = CallData<typeof CALLS.exportState>;

const LOOK_AGAIN_MS = 3_000;

export const archiveQuery = queryOptions({
  queryKey: ["archive"],
  queryFn: ({ signal }) => api.call(CALLS.exportState, {}, { signal, hideErrors: true }),
  // While it is made, the page waits with the player.
  refetchInterval: ({ state }) => (state.data?.state === "making" ? LOOK_AGAIN_MS : false),
});
