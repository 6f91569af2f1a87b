import { toast } from "@lotus/ui";
import { remoteConfig } from "../api/remote-config.ts";

/** A short message after something the player did: copied, bound, updated. */
export function notifySuccess(text: string): void {
  toast(text, { icon: "success", durationMs: remoteConfig.toastMs });
}

/** A short message that something could not be done. */
export function notifyError(text: string): void {
  toast(text, { icon: "error", durationMs: remoteConfig.errorToastMs });
}

/** A short message without an icon. */
export function notify(text: string): void {
  toast(text, { durationMs: remoteConfig.toastMs });
}
