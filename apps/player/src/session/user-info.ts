import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { queryClient } from "../api/query-client.ts";
import { useSession } from "./session.ts";
import { whenTold } from "./telling.ts";

export type UserInfo = CallData<typeof CALLS.getUserInfo>;

/** Number of balances that events have brought. Events arrive in order of what happened; responses may not. */
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

/** The balance as a query of its own, so that live events and bets update only one figure. */
export const balanceQuery = queryOptions({
  queryKey: ["balance"],
  queryFn: async ({ signal }): Promise<string> => {
    const latest = latestBalance();
    return latest(await api.call(CALLS.balance, {}, { signal }));
  },
});

/** Fetches the logged-in player; rejects when there is none. */
export function fetchUserInfo(): Promise<UserInfo> {
  return queryClient.fetchQuery({ ...userInfoQuery, retry: false });
}

/** Profile of the logged-in player. */
export function useUserInfo() {
  const loggedIn = useSession((session) => session.accessToken !== "");
  return useQuery({ ...userInfoQuery, enabled: loggedIn });
}

/** Balance of the logged-in player ("1234.50"). Live events keep it current. */
export function useBalance() {
  const loggedIn = useSession((session) => session.accessToken !== "");
  return useQuery({ ...balanceQuery, enabled: loggedIn });
}

/** What is held of the player's money has changed, or may have. */
export function refreshHolds(): void {
  void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
}

/** Shows a balance received in an event. */
export function setBalance(balance: string): void {
  heard += 1;
  showBalance(balance);
}

/**
 * Call this when a request starts whose response includes a balance, and pass that balance to the function it returns.
 * A balance received in an event meanwhile wins: the response may be older.
 */
export function balanceOfReply(): (balance: string) => void {
  const latest = latestBalance();
  return (balance) => whenTold(() => showBalance(latest(balance)));
}

/** Returns the later of a response's balance and the known one, as far as events tell. */
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
