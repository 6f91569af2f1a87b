import {
  DESK_EVENTS,
  DESK_STREAM,
  type DeskEventName,
  type DeskEvents,
  type DeskWaiting,
} from "@lotus/contract/desk";
import { keepStream } from "@lotus/contract/stream";

/** What the live events need of the world. */
export interface LiveDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string;
  readonly locale: () => string;
  /** 0 ≤ n < 1; spreads how soon the desks of a restarted server come back. */
  readonly random: () => number;
  /** Calls `now` when connecting anew is worth it at once, as when the network is back. Returns how to stop. */
  readonly onHurry: (now: () => void) => () => void;
  /** Where windows of one session share a stream; undefined where the browser has none, as on plain http. */
  readonly locks?: LockManager | undefined;
  readonly channel?: ((name: string) => BroadcastChannel) | undefined;
}

type Listener<Name extends DeskEventName> = (data: DeskEvents[Name]) => void;

/** The live events of the desk: one stream a browser and session, shared by its windows. */
export class DeskLive {
  private readonly deps: LiveDeps;
  private readonly listeners = new Map<DeskEventName, Set<(data: never) => void>>();
  private readonly watchers = new Set<() => void>();
  private seen: DeskWaiting | undefined;
  private on = false;
  private stopped: AbortController | undefined;
  private shared: BroadcastChannel | undefined;

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  /** What waits, as last told; undefined before that. */
  readonly waiting = (): DeskWaiting | undefined => this.seen;

  /** Whether events flow: while they do not, pages ask by themselves. */
  readonly connected = (): boolean => this.on;

  /** Calls back whenever `waiting` or `connected` changes. Returns how to stop. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };

  /** Calls back with each event of a name. Returns how to stop. */
  listen<Name extends DeskEventName>(name: Name, listener: Listener<Name>): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known);
    known.add(listener);
    return () => void known.delete(listener);
  }

  /** Follows the stream of this window's session. */
  start(): void {
    if (this.stopped !== undefined) return;
    const stopped = new AbortController();
    this.stopped = stopped;
    const { locks, channel } = this.deps;
    if (locks === undefined || channel === undefined) {
      void this.follow(stopped.signal);
      return;
    }
    void this.share(locks, channel, stopped.signal);
  }

  /** Stops, as after signing out. */
  stop(): void {
    this.stopped?.abort();
    this.stopped = undefined;
    this.shared?.close();
    this.shared = undefined;
    this.seen = undefined;
    this.set(false);
  }

  /** Whoever holds the lock follows the stream and tells the other windows; when it goes, the next one does. */
  private async share(
    locks: LockManager,
    channel: (name: string) => BroadcastChannel,
    signal: AbortSignal,
  ): Promise<void> {
    const name = `lotus.desk.${await nameOf(this.deps.token())}`;
    if (signal.aborted) return;
    const shared = channel(name);
    this.shared = shared;
    shared.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.hear(data));
    // A BroadcastChannel has no target origin: it reaches this origin alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    shared.postMessage({ ask: true });
    await locks
      .request(name, { signal }, async () => {
        await this.follow(signal);
      })
      .catch(() => undefined);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { fetch, token, locale, random, onHurry } = this.deps;
    await keepStream(
      {
        path: DESK_STREAM,
        fetch,
        token,
        locale,
        random,
        onHurry,
        onState: (connected) => {
          this.set(connected);
          this.shared?.postMessage({ connected });
        },
        onEvent: (event, data) => {
          this.tell(event, data);
          this.shared?.postMessage({ event, data });
        },
      },
      signal,
    );
  }

  /** What another window of this session says. */
  private hear(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if ("event" in message && "data" in message) this.tell(message.event, message.data);
    else if ("connected" in message) this.set(message.connected === true);
    else if ("ask" in message && this.on && this.seen !== undefined) {
      this.shared?.postMessage({ connected: true });
      this.shared?.postMessage({ event: "waiting", data: this.seen });
    }
  }

  private tell(event: unknown, data: unknown): void {
    if (typeof event !== "string" || !isEvent(event)) return;
    const read = DESK_EVENTS[event].safeParse(data);
    if (!read.success) return;
    if (event === "waiting") {
      const waiting = DESK_EVENTS.waiting.parse(data);
      this.seen = waiting;
      this.set(true);
    }
    // What was parsed by the schema of this event is what its listeners take.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for (const listener of this.listeners.get(event) ?? []) listener(read.data as never);
  }

  private set(connected: boolean): void {
    this.on = connected;
    for (const watcher of this.watchers) watcher();
  }
}

function isEvent(name: string): name is DeskEventName {
  return Object.hasOwn(DESK_EVENTS, name);
}

/** A name for a token that does not tell it. */
async function nameOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(hash).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
