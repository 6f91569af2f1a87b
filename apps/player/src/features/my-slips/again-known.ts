import { useSession } from "../../session/session.ts";

const key = () => `lotus.again.${useSession.getState().username.toLowerCase()}`;

/** Whether this device has shown slips of this player: their place on the first page is then kept while they load. */
export function hasSlips(): boolean {
  try {
    return localStorage.getItem(key()) !== null;
  } catch {
    return false;
  }
}

/** Remembers that there are some; what they are is not stored. */
export function noteSlips(): void {
  try {
    localStorage.setItem(key(), "1");
  } catch {
    // A private window: the place is not kept, and nothing else is missing.
  }
}
