import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** Asks the server anew for everything that the shown page shows; `busy` until it has answered. */
export function useRefresh(): { readonly busy: boolean; readonly onRefresh: () => void } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    // Pages that are kept but not shown have nothing active.
    await client.refetchQueries({ type: "active" });
    setBusy(false);
  };
  return { busy, onRefresh: () => void refresh() };
}
