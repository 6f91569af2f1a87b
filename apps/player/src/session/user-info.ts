import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../request/api.ts";
import { queryClient } from "../queries/query-client.ts";
import { useSession } from "./session.ts";

export type UserInfo = CallData<typeof CALLS.getUserInfo>;

export const userInfoQuery = queryOptions({
  queryKey: ["userInfo"],
  queryFn: async ({ signal }) => {
    const info = await api.call(CALLS.getUserInfo, {}, { signal });
    queryClient.setQueryData(balanceQuery.queryKey, info.balance);
    return info;
  },
});

/** The balance on its own, so that live events and bets renew one figure and nothing else. */
export const balanceQuery = queryOptions({
  queryKey: ["balance"],
  queryFn: ({ signal }) => api.call(CALLS.balance, {}, { signal }),
});

/** Asks the server who is logged in; fails when nobody is. */
export function fetchUserInfo(): Promise<UserInfo> {
  return queryClient.fetchQuery({ ...userInfoQuery, retry: false });
}

/** The player's own profile, while logged in. */
export function useUserInfo() {
  const loggedIn = useSession((session) => session.accessToken !== "");
  return useQuery({ ...userInfoQuery, enabled: loggedIn });
}

/** The player's balance ("1234.50"), while logged in. Live events keep it right. */
export function useBalance() {
  const loggedIn = useSession((session) => session.accessToken !== "");
  return useQuery({ ...balanceQuery, enabled: loggedIn });
}

/** Puts a balance that a reply or an event brought in place of the old one. */
export function setBalance(balance: string): void {
  queryClient.setQueryData(balanceQuery.queryKey, balance);
  queryClient.setQueryData(userInfoQuery.queryKey, (info) =>
    info === undefined ? undefined : { ...info, balance },
  );
}
