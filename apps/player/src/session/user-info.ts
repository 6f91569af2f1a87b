import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryClient } from "../queries/query-client.ts";
import { useSession } from "./session.ts";

export type UserInfo = CallData<typeof CALLS.getUserInfo>;

/** How many balances events have brought; they come in the order of what happened, replies may not. */
let heard = 0;

export const userInfoQuery = queryOptions({
  queryKey: ["userInfo"],
  queryFn: async ({ signal }) => {
    const latest = latestBalance();
    const info = await api.call(CALLS.getUserInfo, {}, { signal });
    const balance = latest(info.balance);
    queryClient.setQueryData(balanceQuery.queryKey, balance);
    return { ...info, balance };
  },
});

/** The balance on its own, so that live events and bets renew one figure and nothing else. */
export const balanceQuery = queryOptions({
  queryKey: ["balance"],
  queryFn: async ({ signal }): Promise<string> => {
    const latest = latestBalance();
    return latest(await api.call(CALLS.balance, {}, { signal }));
  },
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

/** Shows the balance that an event brought. */
export function hearBalance(balance: string): void {
  heard += 1;
  showBalance(balance);
}

/**
 * Called as something is asked whose reply names a balance; hand the reply's to what it returns. A balance that an
 * event has brought in the meantime stays: the reply may be from before it.
 */
export function balanceOfReply(): (balance: string) => void {
  const latest = latestBalance();
  return (balance) => showBalance(latest(balance));
}

/** Of a reply's balance and the one that is known, the later, as far as events tell. */
function latestBalance(): (replied: string) => string {
  const before = heard;
  return (replied) =>
    heard === before ? replied : (queryClient.getQueryData(balanceQuery.queryKey) ?? replied);
}

function showBalance(balance: string): void {
  queryClient.setQueryData(balanceQuery.queryKey, balance);
  queryClient.setQueryData(userInfoQuery.queryKey, (info) =>
    info === undefined ? undefined : { ...info, balance },
  );
}
