import type { CodeName } from "@lotus/contract";
import type { Role } from "@lotus/contract/desk";
import { DeskLive } from "../live/desk-live.ts";
import { roleOf } from "./auth-provider.ts";
import { SESSION_CHANNEL, SessionStore } from "../session/session.ts";
import { createDeskClient } from "../api/desk-client.ts";
import { fetchFile, saveFile } from "../api/download.ts";
import { currentLocale, word } from "../i18n/i18n.ts";
import type { Desk } from "../shell/desk.ts";

/** Long, because reports over long periods are slow. */
const TIMEOUT_MS = 20_000;

/** The desk with the browser's fetch and storage; tests pass in others. */
export function createDesk(
  fetch: typeof globalThis.fetch,
  storage: Storage,
): { readonly desk: Desk; readonly store: SessionStore } {
  const store = new SessionStore(
    storage,
    "BroadcastChannel" in globalThis
      ? {
          channel: new BroadcastChannel(SESSION_CHANNEL),
          // The page shows data of the session, so it is dropped with it.
          onEnded: () => window.location.reload(),
        }
      : undefined,
  );
  const world = {
    fetch,
    token: () => store.get()?.token ?? "",
    locale: currentLocale,
    ownText: (name: CodeName) => word(currentLocale(), `refused.${name}`),
    offlineText: () => word(currentLocale(), "action.offline") ?? "",
  };
  const live = new DeskLive({
    ...world,
    random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
    onReconnectNow: (now) => {
      window.addEventListener("online", now);
      return () => window.removeEventListener("online", now);
    },
    // Missing outside secure contexts.
    locks: "locks" in navigator ? navigator.locks : undefined,
    channel: "BroadcastChannel" in globalThis ? (name) => new BroadcastChannel(name) : undefined,
  });
  const desk: Desk = {
    live,
    call: createDeskClient({ ...world, timeoutMs: TIMEOUT_MS }),
    role: (): Role | undefined => roleOf(store),
    download: async (path, query) => {
      const search = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
      const text = search.toString();
      saveFile(await fetchFile(world, text === "" ? path : `${path}?${text}`));
    },
    picture: async (path) => (await fetchFile(world, path)).blob,
  };
  return { desk, store };
}
