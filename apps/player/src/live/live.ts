import { isTransportFailure, runEventStream, shareAcrossWindows } from "@lotus/client";
import { api, told } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { useSettings } from "../session/settings.ts";
import { refreshHolds, setBalance, userInfoQuery } from "../session/user-info.ts";
import { queryClient } from "../api/query-client.ts";
import {
  emitLiveEvent,
  liveState,
  onLiveEvent,
  onLiveState,
  setLiveState,
  type LiveState,
} from "./live-events.ts";
import { serverClock } from "../api/server-clock.ts";

/** After this many consecutive failed connections the app polls the server, and keeps trying to connect. */
const FAILURES_BEFORE_POLLING = 3;

/** Messages of the streaming window to the others. */
type Message =
  | {
      readonly kind: "event";
      readonly name: string;
      readonly data: unknown;
      readonly id?: string | undefined;
    }
  | { readonly kind: "state"; readonly state: LiveState };

type Publish = (message: Message) => void;

/**
 * Follows the events for as long as the page lives. All windows of a browser share one stream: whoever holds the
 * lock reads it and passes it on. Without locks each window streams only while it is visible.
 */
export function startLive(): void {
  subscribeApp();
  const name = "lotus.live";
  const locks: LockManager | undefined = navigator.locks;
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(name) : undefined;
  if (locks !== undefined && channel !== undefined) {
    void shareAcrossWindows<Message>({
      name,
      locks,
      channel,
      onMessage: receive,
      work: (publish) => streamForPlayers(publish, () => true),
    });
  } else {
    channel?.addEventListener("message", (event: MessageEvent<Message>) => receive(event.data));
    void streamForPlayers(receive, () => document.visibilityState === "visible");
  }
}

/** The last event that this window has received, by itself or from another, and whose it was. */
let received = { username: "", id: "" };

function receive(message: Message): void {
  if (message.kind === "state") {
    setLiveState(message.state);
    return;
  }
  // The browser may have reported itself offline although its stream went on.
  if (liveState() === "offline") setLiveState("live");
  if (message.id !== undefined) {
    received = { username: useSession.getState().username, id: message.id };
    told.lastEventId = message.id;
  }
  emitLiveEvent(message.name, message.data);
}

/** Runs one stream after another: a new one for each player who logs in or out, none while `wanted` returns false. */
async function streamForPlayers(publish: Publish, wanted: () => boolean): Promise<never> {
  for (;;) {
    const stop = new AbortController();
    const changed = nextChange(wanted);
    const run = wanted() ? streamAndPoll(publish, stop.signal) : undefined;
    await changed;
    stop.abort();
    await run;
  }
}

/** Resolves when another stream is needed: another player or language, or the page was shown or hidden. */
function nextChange(wanted: () => boolean): Promise<void> {
  const before = wanted();
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const change = () => {
      for (const stop of stops) stop();
      resolve();
    };
    // A renewed token of the same session needs no new stream; a login or log-out does.
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

async function streamAndPoll(publish: Publish, signal: AbortSignal): Promise<void> {
  const onEvent = (name: string, data: unknown, id?: string) => publish({ kind: "event", name, data, id });
  const { username } = useSession.getState();
  let polling: AbortController | undefined;
  const stopPolling = () => {
    polling?.abort();
    polling = undefined;
  };
  signal.addEventListener("abort", stopPolling);
  const poll = async (stop: AbortSignal) => {
    const isLoggedIn = () => useSession.getState().accessToken !== "";
    const onReached = (reached: boolean) =>
      publish({ kind: "state", state: reached ? "polling" : "offline" });
    try {
      // Few players ever need it, so it is not part of the first load.
      const { runPolling } = await import("./polling.ts");
      await runPolling({ api, isLoggedIn, onEvent, onReached, random }, stop);
    } catch {
      if (stop.aborted) return;
      // Not loaded, so the server is unreachable. The next failed connection tries again.
      onReached(false);
      polling = undefined;
    }
  };
  await runEventStream(
    {
      path: "/api/stream",
      headers: { platform: "h5" },
      fetch: (input, init) => fetch(input, init),
      token: () => useSession.getState().accessToken,
      locale: () => useSettings.getState().locale,
      // The window that streamed before is gone; events since then must not be missed.
      resumeAfter: received.username === username ? received.id : "",
      onEvent,
      random,
      onReconnectNow: (now) => {
        window.addEventListener("online", now);
        return () => window.removeEventListener("online", now);
      },
      onState: (connected, failures) => {
        if (connected) {
          stopPolling();
          publish({ kind: "state", state: "live" });
        } else if (!navigator.onLine) {
          publish({ kind: "state", state: "offline" });
        }
        if (connected || failures < FAILURES_BEFORE_POLLING || polling !== undefined) return;
        polling = new AbortController();
        void poll(polling.signal);
      },
    },
    signal,
  );
}

/** Prefix of all query keys of the message centre. */
const MAIL_KEY = ["mail"] as const;

/** Handlers for every screen: keep the clock in step and the balance current. */
function subscribeApp(): void {
  onLiveEvent("hello", ({ serverTime, missed }) => {
    serverClock.sync(serverTime);
    if (missed) void queryClient.invalidateQueries();
    else refetchFailed();
  });
  onLiveState((_, before) => {
    if (before === "offline") refetchFailed();
  });
  onLiveEvent("period", ({ serverTime }) => serverClock.sync(serverTime));
  onLiveEvent("draw", ({ serverTime }) => serverClock.sync(serverTime));
  onLiveEvent("balance", ({ balance }) => setBalance(balance));
  onLiveEvent("money", refreshHolds);
  onLiveEvent("message", ({ spreadMs }) => {
    setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: MAIL_KEY });
    }, spreadMs * random());
  });
  // The session ended elsewhere: any call now returns 402, which shows the reason and leads to login.
  onLiveEvent("session", () => void queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey }));
  window.addEventListener("offline", () => setLiveState("offline"));
}

/**
 * Refetches on reconnect what failed while the server was unreachable: events bring changes, but not what was never
 * loaded.
 */
function refetchFailed(): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => isTransportFailure(state.error) });
}

/** Jitter for reconnects. Not a secret, but the app has one source of random numbers. */
function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
