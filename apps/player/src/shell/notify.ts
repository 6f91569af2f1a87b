import { toast } from "@lotus/ui";
import { readings } from "../request/readings.ts";

/** A short message after something the player did: copied, bound, updated. */
export function notifySuccess(text: string): void {
  toast(text, { icon: "success", durationMs: readings.toastMs });
}

/** A short message that something could not be done. */
export function notifyError(text: string): void {
  toast(text, { icon: "error", durationMs: readings.errorToastMs });
}

/** A short message without an icon. */
export function notify(text: string): void {
  toast(text, { durationMs: readings.toastMs });
}
