import { toast } from "@lotus/ui";
import { remoteConfig } from "../api/remote-config.ts";

/** Toast after a successful action of the player: copied, bound, updated. */
export function notifySuccess(text: string): void {
  toast(text, { icon: "success", durationMs: remoteConfig.toastMs });
}

/** Toast for a failed action. */
export function notifyError(text: string): void {
  toast(text, { icon: "error", durationMs: remoteConfig.errorToastMs });
}

/** Toast without an icon. */
export function notify(text: string): void {
  toast(text, { durationMs: remoteConfig.toastMs });
}
