import { QueryClient } from "@tanstack/react-query";
import { isTransportFailure } from "../api/api-error.ts";

/** What the server said, kept for the screens. Emptied when the session changes hands. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a page says so at once; held back until there is one, it would wait without a word.
      networkMode: "always",
      // What is shown may have changed meanwhile, however young it is.
      refetchOnReconnect: "always",
      // A refusal stays a refusal; only a lost connection is worth a second try.
      retry: (failures, error) => failures < 1 && isTransportFailure(error),
    },
    // Nothing a player has tapped may happen later by itself, when the network is back.
    mutations: { retry: false, networkMode: "always" },
  },
});
