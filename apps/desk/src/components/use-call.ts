import type { CallData, CallInput } from "@lotus/contract";
import type { DeskCallSpec } from "@lotus/contract/desk";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLogoutIfAccessDenied } from "react-admin";
import { usePace } from "../shell/use-live.ts";
import { endsSession } from "../api/desk-error.ts";
import { useDesk } from "../shell/desk.ts";

interface Polling {
  readonly everyMs?: number;
  /** Polls at this pace even while the event stream is connected: no event tells of what these figures follow. */
  readonly untold?: boolean;
  readonly enabled?: boolean;
}

/** Queries a call of the desk, with polling on request. react-admin's refresh refetches it too. */
export function useCall<C extends DeskCallSpec>(
  call: C,
  input: CallInput<C>,
  { everyMs, untold = false, enabled = true }: Polling = {},
): { readonly data: CallData<C> | undefined; readonly error: Error | null; readonly reload: () => void } {
  const desk = useDesk();
  const pace = usePace(everyMs);
  const logoutIfDenied = useLogoutIfAccessDenied();
  const { data, error, refetch } = useQuery({
    queryKey: ["call", call.path, input],
    queryFn: ({ signal }) => desk.call(call, input, { signal }),
    enabled,
    refetchInterval: untold ? (everyMs ?? false) : pace,
    retry: (failures, failure) => !endsSession(failure) && failures < 2,
  });
  useEffect(() => {
    if (endsSession(error)) void logoutIfDenied(error);
  }, [error, logoutIfDenied]);
  return { data, error, reload: () => void refetch() };
}
