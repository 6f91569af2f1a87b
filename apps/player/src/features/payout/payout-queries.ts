import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { api } from "../../session/api.ts";

/** What stands before a withdrawal, and what comes of an amount. */
export type Quote = CallData<typeof CALLS.withdrawQuote>;

/** The player's cards and wallets. */
export const addressesQuery = queryOptions({
  queryKey: ["withdrawAddresses"],
  queryFn: ({ signal }) => api.call(CALLS.getWithDrawAddrList, {}, { signal, hideErrors: true }),
});

/** Every quote; what moves money or changes addresses puts them out of date. */
export const QUOTE_KEY = ["withdrawQuote"] as const;

/** The quote of an amount as on the wire; without one, what stands before any withdrawal. */
export const quoteQuery = (amount?: string) =>
  queryOptions({
    queryKey: [...QUOTE_KEY, amount ?? ""],
    queryFn: ({ signal }) =>
      api.call(CALLS.withdrawQuote, { query: { amount } }, { signal, hideErrors: true }),
  });

/** After a binding: the list is another, and withdrawals may be held. */
export async function refreshAddresses(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: QUOTE_KEY }),
  ]);
}
