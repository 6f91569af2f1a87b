import { isTransportFailure } from "@lotus/client";
import { QueryClient } from "@tanstack/react-query";

/** Cache of the server's responses. Emptied when the player of the session changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a page shows the failure at once; a paused query would only wait.
      networkMode: "always",
      // Data may have changed while offline, however fresh it is.
      refetchOnReconnect: "always",
      // A retry does not change a refusal; only a lost connection is worth a second try.
      retry: (failures, error) => failures < 1 && isTransportFailure(error),
    },
    // An action the player tapped must not run later, when the network is back.
    mutations: { retry: false, networkMode: "always" },
  },
});
