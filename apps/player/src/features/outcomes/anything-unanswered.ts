import { isUnansweredSlip } from "../slip/slip-key.ts";

/** Storage keys of requests that were sent, before the key of each. */
export const SENT = "lotus.sent.";

/** Whether any player of this device may have sent something that was never answered. */
export function isAnythingUnanswered(storage: Storage): boolean {
  try {
    return Object.keys(storage).some(
      (key) => key.startsWith(SENT) || isUnansweredSlip(key, storage.getItem(key)),
    );
  } catch {
    return false;
  }
}
