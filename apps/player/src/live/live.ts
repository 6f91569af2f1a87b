import { keepStream } from "@lotus/contract/stream";
import { api } from "../api/api.ts";
import { isTransportFailure } from "../api/api-error.ts";
import { useSession } from "../session/session.ts";
import { useSettings } from "../session/settings.ts";
import { hearBalance, userInfoQuery } from "../session/user-info.ts";
import { queryClient } from "../queries/query-client.ts";
import {
  emitLiveEvent,
  liveState,
  onLiveEvent,
  onLiveState,
  setLiveState,
  type LiveState,
} from "./live-events.ts";
import { keepPolling } from "./polling.ts";
import { serverClock } from "./server-clock.ts";

/** After this many broken connections in a row the server is asked instead, while connecting goes on. */
const FAILURES_BEFORE_POLLING = 3;

/** What the window that streams tells the others. */
type Message =
  | {
      readonly kind: "event";
      readonly name: string;
      readonly data: unknown;
      readonly id?: string | undefined;
    }
  | { readonly kind: "state"; readonly state: LiveState };

/**
 * Keeps events flowing for as long as the page lives. All windows of a browser share one stream: whoever holds
 * the lock reads it and tells the others. Without locks each window streams only while it is visible.
 */
export function startLive(): void {
  hearForEveryone();
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("lotus.live") : undefined;
  const tell = (message: Message) => {
    take(message);
    // A BroadcastChannel reaches this origin alone and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(message);
  };
  channel?.addEventListener("message", (event: MessageEvent<Message>) => take(event.data));
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined && channel !== undefined) {
    void locks.request("lotus.live", () => streamForPlayers(tell, () => true));
  } else {
    void streamForPlayers(take, () => document.visibilityState === "visible");
  }
}

/** The last event that this window has heard, by itself or from another, and whose it was. */
let heard = { username: "", id: "" };

function take(message: Message): void {
  if (message.kind === "state") {
    setLiveState(message.state);
    return;
  }
  // A browser may have called itself offline while its stream went on.
  if (liveState() === "offline") setLiveState("live");
  if (message.id !== undefined) heard = { username: useSession.getState().username, id: message.id };
  emitLiveEvent(message.name, message.data);
}

/** One stream after another: a new one for each player who comes and goes, none while `wanted` says no. */
async function streamForPlayers(tell: (message: Message) => void, wanted: () => boolean): Promise<never> {
  for (;;) {
    const stop = new AbortController();
    const changed = nextChange(wanted);
    const run = wanted() ? streamAndPoll(tell, stop.signal) : undefined;
    await changed;
    stop.abort();
    await run;
  }
}

/** Resolves when another stream is needed: another player, another language, the page shown or hidden. */
function nextChange(wanted: () => boolean): Promise<void> {
  const before = wanted();
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const change = () => {
      for (const stop of stops) stop();
      resolve();
    };
    // A renewed token of the same session needs no new stream; a session that begins or ends does.
    stops.push(
      useSession.subscribe((now, old) => {
        if ((now.accessToken === "") !== (old.accessToken === "") || now.username !== old.username) change();
      }),
    );
    stops.push(
      useSettings.subscribe((now, old) => {
        if (now.locale !== old.locale) change();
      }),
    );
    const see = () => {
      if (wanted() !== before) change();
    };
    document.addEventListener("visibilitychange", see);
    stops.push(() => document.removeEventListener("visibilitychange", see));
  });
}

async function streamAndPoll(tell: (message: Message) => void, signal: AbortSignal): Promise<void> {
  const onEvent = (name: string, data: unknown, id?: string) => tell({ kind: "event", name, data, id });
  const { username } = useSession.getState();
  let polling: AbortController | undefined;
  const stopPolling = () => {
    polling?.abort();
    polling = undefined;
  };
  signal.addEventListener("abort", stopPolling);
  await keepStream(
    {
      path: "/api/stream",
      headers: { platform: "h5" },
      fetch: (input, init) => fetch(input, init),
      token: () => useSession.getState().accessToken,
      locale: () => useSettings.getState().locale,
      // The window that streamed before is gone; what happened since must not be missed.
      resumeAfter: heard.username === username ? heard.id : "",
      onEvent,
      random,
      onHurry: (now) => {
        window.addEventListener("online", now);
        return () => window.removeEventListener("online", now);
      },
      onState: (connected, failures) => {
        if (connected) {
          stopPolling();
          tell({ kind: "state", state: "live" });
        } else if (!navigator.onLine) {
          tell({ kind: "state", state: "offline" });
        }
        if (connected || failures < FAILURES_BEFORE_POLLING || polling !== undefined) return;
        polling = new AbortController();
        const isLoggedIn = () => useSession.getState().accessToken !== "";
        const onReached = (reached: boolean) =>
          tell({ kind: "state", state: reached ? "polling" : "offline" });
        void keepPolling({ api, isLoggedIn, onEvent, onReached, random }, polling.signal);
      },
    },
    signal,
  );
}

/** What every query of the message centre begins with. */
const MAIL_KEY = ["mail"] as const;

/** What holds for every screen: the clock follows the events, the balance is always the latest. */
function hearForEveryone(): void {
  onLiveEvent("hello", ({ serverTime, missed }) => {
    serverClock.hear(serverTime);
    if (missed) void queryClient.invalidateQueries();
    else askAgain();
  });
  onLiveState((_, before) => {
    if (before === "offline") askAgain();
  });
  onLiveEvent("period", ({ serverTime }) => serverClock.hear(serverTime));
  onLiveEvent("draw", ({ serverTime }) => serverClock.hear(serverTime));
  onLiveEvent("balance", ({ balance }) => hearBalance(balance));
  onLiveEvent("message", ({ spreadMs }) => {
    setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: MAIL_KEY });
    }, spreadMs * random());
  });
  // The session ended elsewhere: any call now answers 402, which says so and leads to login.
  onLiveEvent("session", () => void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey }));
  window.addEventListener("offline", () => setLiveState("offline"));
}

/** What the server could not be asked is asked once it can be reached; events bring what has changed, not what never came. */
function askAgain(): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => isTransportFailure(state.error) });
}

/** Spreads reconnects. Not a secret, but there is one source of random numbers in the app. */
function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
