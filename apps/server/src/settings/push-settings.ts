import type { EnvironmentReader } from "./environment.ts";

/** Web push to devices whose app is closed. */
export interface PushSettings {
  readonly on: boolean;
  /** Names of the hosts of push services; "*.push.example" stands for every host below it. Others are refused. */
  readonly services: readonly string[];
}

/** Where Chrome and Edge on phones, Firefox, Safari and Edge on Windows have their push services. */
const SERVICES =
  "fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.push.apple.com,*.notify.windows.com";
const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u;

/** Reads whether something is pushed, and through whom. */
export function readPush(read: EnvironmentReader, production: boolean): PushSettings {
  const services = read
    .text("PUSH_SERVICES", SERVICES)
    .split(",")
    .map((name) => name.trim());
  if (!services.every((name) => HOST.test(name)))
    read.complain("PUSH_SERVICES must be names of hosts by commas, as *.push.example");
  return { on: read.flag("PUSH", !production), services };
}
