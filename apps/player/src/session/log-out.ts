import { CALLS } from "@lotus/contract";
import { api } from "../api/api.ts";
import { useSession } from "./session.ts";

/**
 * Ends the session here and at the server. The tokens go even when the server cannot be told: a player who
 * logs out must be logged out on this device.
 */
export async function logOut(): Promise<void> {
  try {
    await api.call(CALLS.logout, {}, { hideErrors: true });
  } catch {
    // Nothing to add: the session ends here in any case.
  }
  useSession.getState().dropSession();
}
