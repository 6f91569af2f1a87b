import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { userAgentWords } from "../user-agent.ts";

export function bindSessions({ sessions }: AccountsDeps): BoundCall<typeof CALLS.sessions> {
  return bind(CALLS.sessions, async (_request, { caller }) => {
    const open = await sessions.list(caller.playerId);
    const list = open.map(({ familyId, signedInBy, userAgent, address, createdAt, lastSeen }) => ({
      id: familyId,
      signedInBy,
      ...userAgentWords(userAgent),
      address,
      createdAt,
      lastSeen,
      current: familyId === caller.familyId,
    }));
    // The sort is stable: after the current session the others keep their order, most recently seen first.
    return accept({ list: list.toSorted((a, b) => Number(b.current) - Number(a.current)) });
  });
}
