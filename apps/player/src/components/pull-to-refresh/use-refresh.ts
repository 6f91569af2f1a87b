import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** Fetches everything on the shown page again; `busy` until done. */
export function useRefresh(): { readonly busy: boolean; readonly onRefresh: () => void } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    // Hidden pages that are kept mounted have no active queries.
    await client.refetchQueries({ type: "active" });
    setBusy(false);
  };
  return { busy, onRefresh: () => void refresh() };
}
