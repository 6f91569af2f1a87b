import { CALLS } from "@lotus/contract";
import { api } from "./api.ts";
import { useSession } from "./session.ts";

/**
 * Ends the session on this device and at the server. The tokens are dropped even when the server is unreachable: a
 * player who logs out must be logged out on this device.
 */
export async function logOut(): Promise<void> {
  try {
    await api.call(CALLS.logout, {}, { hideErrors: true });
  } catch {
    // The session ends on this device in any case.
  }
  useSession.getState().dropSession();
}
