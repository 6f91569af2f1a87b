import { PAGE_PATHS } from "@lotus/contract/pages";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import { syncPush } from "./push.ts";

/** Opens the page of a notification that was tapped, and keeps what is pushed in step with the session. */
export function hearWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null) return;
    if ("open" in data && typeof data.open === "string") openPage(data.open);
    if ("subscribed" in data) sync();
  });
  sync();
  useSession.subscribe((now, before) => {
    if ((now.jwtToken === "") !== (before.jwtToken === "")) sync();
  });
}

/** What is not in step now is tried again at the next start. */
function sync(): void {
  syncPush().catch(() => undefined);
}

/** Only pages of the app, wherever the message came from. */
function openPage(address: string): void {
  if (PAGE_PATHS.has(new URL(address, location.origin).pathname)) void navigation.push(address);
}
