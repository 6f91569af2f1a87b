import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { DESK_STREAM, permissionOf, type DeskEventName, type DeskEvents } from "@lotus/contract/desk";
import { operatorStream, type OperatorCaller, type StreamRoute } from "../../http/handler.ts";
import { Overloaded } from "../../http/errors.ts";
import { chunkOf, HEARTBEAT, HEARTBEAT_MS, Stream, type LiveEvent } from "../../live/live.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { readWaiting } from "./waiting.ts";

/** The stream of the desk. */
export interface DeskStream {
  readonly route: StreamRoute;
  start(): void;
  /** Ends every stream. */
  stop(): void;
}

interface Window {
  readonly stream: Stream;
  readonly caller: OperatorCaller;
}

const MAX_STREAMS = 1_000;
const MAX_PER_SESSION = 4;
/** Changes without an event (another node checked the ledger) are seen at the next poll. */
const POLL_EACH_MS = 5_000;
/** Changes within this time are sent together. */
const GATHER_MS = 150;
/** Interval of session checks. */
const CHECK_EACH_MS = 15_000;

/** Opens the desk's event stream: sends what waits, whenever it changes, to every operator's window. */
export function openDeskStream(deps: DeskDeps): DeskStream {
  return new WindowStream(deps);
}

class WindowStream implements DeskStream {
  readonly route: StreamRoute;
  readonly #deps: DeskDeps;
  readonly #windows = new Set<Window>();
  /** The last `waiting` event that all windows have received. */
  #lastSent = "";
  #soon: NodeJS.Timeout | undefined;
  #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => void) | undefined;
  #open = true;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    const at = { path: DESK_STREAM, action: "dashboard.read" } as const;
    this.route = operatorStream(at, ({ caller }, { socket }, response) =>
      this.#openWindow(caller, socket, response),
    );
  }

  start(): void {
    this.#stopListening ??= this.#deps.services.live.onEvents(
      (events) => this.#take(events),
      () => this.#windows.size > 0,
    );
    this.#timers = [
      setInterval(() => void this.#poll(), POLL_EACH_MS).unref(),
      setInterval(() => this.#send(HEARTBEAT), HEARTBEAT_MS).unref(),
      setInterval(() => void this.#checkSessions(), CHECK_EACH_MS).unref(),
    ];
  }

  stop(): void {
    this.#open = false;
    this.#stopListening?.();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    for (const window of this.#windows) this.#end(window);
  }

  #openWindow(caller: OperatorCaller, socket: Socket, response: ServerResponse): void {
    if (!this.#open || this.#windows.size >= MAX_STREAMS)
      throw new Overloaded("no more streams can be opened");
    if (socket.destroyed) return;
    // A browser normally shares one stream among its windows, and reconnects after a network loss.
    const [oldest, ...others] = [...this.#windows].filter(
      (each) => each.caller.sessionId === caller.sessionId,
    );
    if (oldest !== undefined && others.length + 1 >= MAX_PER_SESSION) this.#end(oldest);
    const window = { stream: new Stream(response, socket, { owner: undefined, address: "" }), caller };
    this.#windows.add(window);
    window.stream.write(chunkOf(frame("hello", { serverTime: this.#deps.config.now() })));
    socket.once("close", () => this.#windows.delete(window));
    // The new window needs the event that the others have already.
    this.#lastSent = "";
    this.#pollSoon();
  }

  #send(text: string, to: Iterable<Window> = this.#windows): void {
    const chunk = chunkOf(text);
    for (const { stream } of to) stream.write(chunk);
  }

  #end(window: Window, farewell = ""): void {
    this.#windows.delete(window);
    if (farewell !== "") window.stream.write(chunkOf(farewell));
    window.stream.end();
  }

  /** Sends what waits, if it has changed. */
  async #poll(): Promise<void> {
    this.#soon = undefined;
    if (this.#windows.size === 0) return;
    try {
      const waiting = frame("waiting", await readWaiting(this.#deps));
      if (waiting === this.#lastSent) return;
      this.#lastSent = waiting;
      this.#send(waiting);
    } catch (error) {
      this.#deps.log.warn(
        { err: error },
        "what waits at the desk could not be read; the next look tries again",
      );
    }
  }

  #pollSoon(): void {
    this.#soon ??= setTimeout(() => void this.#poll(), GATHER_MS);
  }

  #take(events: readonly LiveEvent[]): void {
    if (this.#windows.size === 0) return;
    const talks = new Set<bigint>();
    const readers = () =>
      [...this.#windows].filter(({ caller }) => permissionOf("conversation.read", caller.role).allowed);
    let changed = false;
    for (const { event, player_id: playerId, payload } of events) {
      // The wallet and the draws write these payloads for the players' stream.
      if (event === "money") this.#send(frame("order", JSON.parse(payload)));
      else if (event === "draw") this.#send(frame("period", { gameCode: gameOf(payload) }));
      else if (event === "service" && playerId !== null) talks.add(playerId);
      else continue;
      changed = true;
    }
    for (const id of talks) this.#send(frame("conversation", { id: String(id) }), readers());
    if (changed) this.#pollSoon();
  }

  /** Ends streams whose session is over; a stream does not count as activity of its session. */
  async #checkSessions(): Promise<void> {
    if (this.#windows.size === 0) return;
    try {
      const alive = await this.#deps.sessions.stillOpen(
        [...this.#windows].map(({ caller }) => caller.sessionId),
      );
      for (const window of this.#windows)
        if (!alive.has(window.caller.sessionId)) this.#end(window, frame("session", { ended: "over" }));
    } catch (error) {
      this.#deps.log.warn({ err: error }, "the sessions of the desk's streams were not looked after");
    }
  }
}

function frame<Name extends DeskEventName>(event: Name, data: DeskEvents[Name]): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function gameOf(payload: string): string {
  const { gameCode }: { gameCode?: string } = JSON.parse(payload);
  return gameCode ?? "";
}
