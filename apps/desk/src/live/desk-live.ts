import { runEventStream, shareAcrossWindows } from "@lotus/client";
import {
  DESK_EVENTS,
  DESK_STREAM,
  type DeskEventName,
  type DeskEvents,
  type DeskWaiting,
} from "@lotus/contract/desk";

export interface DeskLiveOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string;
  readonly locale: () => string;
  /** 0 ≤ n < 1; spreads the reconnects after a restart of the server. */
  readonly random: () => number;
  /**
   * Subscribes to events after which to reconnect at once, such as a network that is back. Returns the unsubscribe
   * function.
   */
  readonly onReconnectNow: (now: () => void) => () => void;
  /** Lets the windows of a session share a stream; undefined if the browser has no locks, as on plain HTTP. */
  readonly locks?: LockManager | undefined;
  readonly channel?: ((name: string) => BroadcastChannel) | undefined;
}

type Listener<Name extends DeskEventName> = (data: DeskEvents[Name]) => void;

/** The live events of the desk: one stream per browser and session, shared by its windows. */
export class DeskLive {
  private readonly options: DeskLiveOptions;
  private readonly listeners = new Map<DeskEventName, Set<(data: never) => void>>();
  private readonly watchers = new Set<() => void>();
  private seen: DeskWaiting | undefined;
  private on = false;
  private stopped: AbortController | undefined;
  private shared: BroadcastChannel | undefined;

  constructor(options: DeskLiveOptions) {
    this.options = options;
  }

  /** The waiting items as last received; undefined before the first message. */
  readonly waiting = (): DeskWaiting | undefined => this.seen;

  /** Whether the stream is connected; if not, pages poll. */
  readonly connected = (): boolean => this.on;

  /** Calls back whenever `waiting` or `connected` changes. Returns the unsubscribe function. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };

  /** Calls back with each event of a name. Returns the unsubscribe function. */
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
    const { locks, channel } = this.options;
    if (locks === undefined || channel === undefined) {
      void this.follow(stopped.signal, (message) => this.receive(message));
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

  private async share(
    locks: LockManager,
    openChannel: (name: string) => BroadcastChannel,
    signal: AbortSignal,
  ): Promise<void> {
    const name = `lotus.desk.${await nameOf(this.options.token())}`;
    if (signal.aborted) return;
    const channel = openChannel(name);
    this.shared = channel;
    const sharing = shareAcrossWindows<unknown>({
      name,
      locks,
      channel,
      onMessage: (message) => this.receive(message),
      work: (publish) => this.follow(signal, publish),
      signal,
    });
    // A BroadcastChannel has no target origin: it reaches only this origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage({ ask: true });
    await sharing.catch(() => undefined);
  }

  private async follow(signal: AbortSignal, publish: (message: unknown) => void): Promise<void> {
    const { fetch, token, locale, random, onReconnectNow } = this.options;
    await runEventStream(
      {
        path: DESK_STREAM,
        fetch,
        token,
        locale,
        random,
        onReconnectNow,
        onState: (connected) => publish({ connected }),
        onEvent: (event, data) => publish({ event, data }),
      },
      signal,
    );
  }

  /** Handles a message of this window or of another one of its session. */
  private receive(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if ("event" in message && "data" in message) this.emit(message.event, message.data);
    else if ("connected" in message) this.set(message.connected === true);
    else if ("ask" in message && this.on && this.seen !== undefined) {
      this.shared?.postMessage({ connected: true });
      this.shared?.postMessage({ event: "waiting", data: this.seen });
    }
  }

  private emit(event: unknown, data: unknown): void {
    if (typeof event !== "string" || !isEvent(event)) return;
    const read = DESK_EVENTS[event].safeParse(data);
    if (!read.success) return;
    if (event === "waiting") {
      const waiting = DESK_EVENTS.waiting.parse(data);
      this.seen = waiting;
      this.set(true);
    }
    // Parsed by the event's schema, so it has the type its listeners take.
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

/** A name derived from a token, from which the token cannot be recovered. */
async function nameOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(hash).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
