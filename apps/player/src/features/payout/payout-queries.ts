import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";

/** Conditions of a withdrawal, and the outcome of an amount. */
export type Quote = CallData<typeof CALLS.withdrawQuote>;

/** The player's cards and wallets. */
export const addressesQuery = queryOptions({
  queryKey: ["withdrawAddresses"],
  queryFn: ({ signal }) => api.call(CALLS.getWithDrawAddrList, {}, { signal, hideErrors: true }),
});

/** Key of all quotes; invalidated when money moves or addresses change. */
export const QUOTE_KEY = ["withdrawQuote"] as const;

/** The quote of an amount in wire format; without an amount, the conditions of any withdrawal. */
export const quoteQuery = (amount?: string) =>
  queryOptions({
    queryKey: [...QUOTE_KEY, amount ?? ""],
    queryFn: ({ signal }) =>
      api.call(CALLS.withdrawQuote, { query: { amount } }, { signal, hideErrors: true }),
  });

/** Call after a binding: the list has changed, and withdrawals may be held. */
export async function refreshAddresses(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: QUOTE_KEY }),
  ]);
}
