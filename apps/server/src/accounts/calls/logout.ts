import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { AccountsDeps } from "../accounts-deps.ts";

export function bindLogout({ sessions }: AccountsDeps): BoundCall<typeof CALLS.logout> {
  return bind(CALLS.logout, async (_request, { caller }) => {
    await sessions.end(caller.familyId, "logout");
    return accept(null);
  });
}
