import { CALLS, type SessionEndReason } from "@lotus/contract";
import { api } from "./api.ts";
import { useSession } from "./session.ts";

/**
 * Ends the session on this device and at the server. The tokens are dropped even when the server is unreachable: a
 * player who logs out must be logged out on this device. `why` is what the login page then says, unless the player asked for it.
 */
export async function logOut(why?: SessionEndReason): Promise<void> {
  try {
    await api.call(CALLS.logout, {}, { hideErrors: true });
  } catch {
    // The session ends on this device in any case.
  }
  useSession.getState().dropSession(why);
}
