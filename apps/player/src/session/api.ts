import { toast } from "@lotus/ui";
import { useSession } from "./session.ts";
import { useSettings } from "./settings.ts";
import { whenTold } from "./telling.ts";
import { runtimeWord } from "../i18n/runtime-words.ts";
import { createPlayerClient, type PlayerClient } from "../api/api-client.ts";
import { remoteConfig } from "../api/remote-config.ts";

/** Runs when the session is lost. The shell sets it at the start; before that there is no session to lose. */
let relaunchToLogin = (): void => undefined;

export function onSessionLost(act: () => void): void {
  relaunchToLogin = act;
}

/** What the stream has told this window; the live layer sets it. */
export const told = { lastEventId: "" };

const client = createPlayerClient({
  fetch: (input, init) => fetch(input, init),
  tokens: useSession.getState,
  locale: () => useSettings.getState().locale,
  lastEventId: () => told.lastEventId,
  timeoutMs: () => remoteConfig.apiTimeoutMs,
  toast: (text) => toast(text, { icon: "error", durationMs: remoteConfig.errorToastMs }),
  runtimeWord: (key) => runtimeWord(key, useSettings.getState().locale),
  relaunchToLogin: () => relaunchToLogin(),
  exclusively,
});

/** Replies that the page which shows a draw needs for it. */
const SHOWS = /^\/api\/lottery\/(?:current|last|rule)\//u;
/** Reads that are posted. */
const POSTED = new Set(["/api/user/getUserInfo", "/api/user/userMail"]);

/**
 * API of the server: `api.call(CALLS.login, { body })`. When it throws, the error has already been shown. A reply that may tell
 * of a draw waits until the page that shows it has done so.
 */
export const api: PlayerClient = {
  ...client,
  async call(call, input, options) {
    const data = await client.call(call, input, options);
    const tells = call.method === "GET" ? !SHOWS.test(call.path) : POSTED.has(call.path);
    if (tells) await new Promise<void>(whenTold);
    return data;
  },
};

/**
 * Runs one task at a time across all windows, where the browser has locks, after reading what other windows have
 * stored.
 */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request("lotus.refresh", async () => {
    await useSession.persist.rehydrate();
    return work();
  });
}
