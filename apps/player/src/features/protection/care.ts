import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";

/** What the house noticed in the player's own play, and whether it offers limits. */
export type Care = CallData<typeof CALLS.care>;

const careQuery = queryOptions({
  queryKey: ["care"],
  // The player did not start this request: without its reply nothing is offered.
  queryFn: ({ signal }) => api.call(CALLS.care, {}, { signal, hideErrors: true }),
  staleTime: 10 * 60_000,
});

export function useCare() {
  const loggedIn = useSession((session) => session.accessToken !== "");
  return useQuery({ ...careQuery, enabled: loggedIn });
}

/** Answers the offer: it is gone at once, on this device, and on others when they ask next. */
export function useAnswerCare(): () => void {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: () => api.call(CALLS.careSeen, { body: {} }, { hideErrors: true }),
    onMutate: () => client.setQueryData(careQuery.queryKey, (care) => care && { ...care, offer: false }),
  });
  return () => answer.mutate();
}
