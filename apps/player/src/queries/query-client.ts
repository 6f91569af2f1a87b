import { QueryClient } from "@tanstack/react-query";
import { isTransportFailure } from "../request/api-error.ts";

/** What the server said, kept for the screens. Emptied when the session changes hands. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; only a lost connection is worth a second try.
      retry: (failures, error) => failures < 1 && isTransportFailure(error),
    },
    mutations: { retry: false },
  },
});
