import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { AccountsDeps } from "../accounts-deps.ts";

export function bindEndSession({ sessions }: AccountsDeps): BoundCall<typeof CALLS.endSession> {
  return bind(CALLS.endSession, async ({ body }, { caller }) => {
    if (body.session_id === "others") {
      return accept({ ended: await sessions.endOthers(caller.playerId, caller.familyId) });
    }
    const ended = await sessions.endOne(caller.playerId, body.session_id);
    return ended ? accept({ ended: 1 }) : refuse("SESSION_UNKNOWN");
  });
}
