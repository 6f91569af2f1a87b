import { DESK_STREAM, permissionOf, type DeskEventName, type DeskEvents } from "@lotus/contract/desk";
import { operatorStream, type OperatorCaller, type StreamRoute } from "../../http/handler.ts";
import { Overloaded } from "../../http/errors.ts";
import { chunkOf, HEARTBEAT, Stream, type LiveEvent } from "../../live/live.ts";
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
/** What was missed (another node checked the books) is seen at the next look. */
const LOOK_EACH_MS = 5_000;
/** Changes that come together are told together. */
const GATHER_MS = 150;
/** Sessions are looked after, and quiet connections kept open, so often. */
const TEND_EACH_MS = 15_000;

/** Opens the stream of the desk: what waits for somebody, told as it changes, to every window of an operator. */
export function openDeskStream(deps: DeskDeps): DeskStream {
  const { services, config, log } = deps;
  const windows = new Set<Window>();
  let told = "";
  let soon: NodeJS.Timeout | undefined;
  let timers: NodeJS.Timeout[] = [];
  let stopListening: (() => void) | undefined;
  let open = true;

  function send(text: string, to: Iterable<Window> = windows): void {
    const chunk = chunkOf(text);
    for (const { stream } of to) stream.write(chunk);
  }

  function end(window: Window, farewell = ""): void {
    windows.delete(window);
    if (farewell !== "") window.stream.write(chunkOf(farewell));
    window.stream.end();
  }

  /** Tells what waits, where that is not what was told last. */
  async function look(): Promise<void> {
    soon = undefined;
    if (windows.size === 0) return;
    try {
      const waiting = frame("waiting", await readWaiting(deps));
      if (waiting === told) return;
      told = waiting;
      send(waiting);
    } catch (error) {
      log.warn({ err: error }, "what waits at the desk could not be read; the next look tries again");
    }
  }

  function lookSoon(): void {
    soon ??= setTimeout(() => void look(), GATHER_MS);
  }

  function take(events: readonly LiveEvent[]): void {
    if (windows.size === 0) return;
    const talks = new Set<bigint>();
    const readers = () =>
      [...windows].filter(({ caller }) => permissionOf("conversation.read", caller.role).allowed);
    let changed = false;
    for (const { event, player_id: playerId, payload } of events) {
      // Written by the wallet and the draws as the players' stream has them.
      if (event === "money") send(frame("order", JSON.parse(payload)));
      else if (event === "draw") send(frame("period", { gameCode: gameOf(payload) }));
      else if (event === "service" && playerId !== null) talks.add(playerId);
      else continue;
      changed = true;
    }
    for (const id of talks) send(frame("conversation", { id: String(id) }), readers());
    if (changed) lookSoon();
  }

  /** Keeps connections open, and ends those whose session is over: a stream is no call, and keeps none alive. */
  async function tend(): Promise<void> {
    send(HEARTBEAT);
    if (windows.size === 0) return;
    try {
      const alive = await deps.sessions.stillOpen([...windows].map(({ caller }) => caller.sessionId));
      for (const window of windows)
        if (!alive.has(window.caller.sessionId)) end(window, frame("session", { ended: "over" }));
    } catch (error) {
      log.warn({ err: error }, "the sessions of the desk's streams were not looked after");
    }
  }

  const at = { path: DESK_STREAM, action: "dashboard.read" } as const;
  const route = operatorStream(at, ({ caller }, { socket }, response) => {
    if (!open || windows.size >= MAX_STREAMS) throw new Overloaded("no more streams can be opened");
    if (socket.destroyed) return;
    // A browser shares one among its windows, but for those that cannot; what lost its network comes back anew.
    const [oldest, ...others] = [...windows].filter((each) => each.caller.sessionId === caller.sessionId);
    if (oldest !== undefined && others.length + 1 >= MAX_PER_SESSION) end(oldest);
    const window = { stream: new Stream(response, socket, { owner: undefined, address: "" }), caller };
    windows.add(window);
    window.stream.write(chunkOf(frame("hello", { serverTime: config.now() })));
    socket.once("close", () => windows.delete(window));
    // What others were told already is told to this one at once.
    told = "";
    lookSoon();
  });

  return {
    route,
    start: () => {
      stopListening ??= services.live.onEvents(take);
      timers = [
        setInterval(() => void look(), LOOK_EACH_MS).unref(),
        setInterval(() => void tend(), TEND_EACH_MS).unref(),
      ];
    },
    stop: () => {
      open = false;
      stopListening?.();
      for (const timer of timers) clearInterval(timer);
      clearTimeout(soon);
      for (const window of windows) end(window);
    },
  };
}

function frame<Name extends DeskEventName>(event: Name, data: DeskEvents[Name]): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function gameOf(payload: string): string {
  const { gameCode }: { gameCode?: string } = JSON.parse(payload);
  return gameCode ?? "";
}
