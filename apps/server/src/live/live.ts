import type { IncomingMessage, ServerResponse } from "node:http";
import type { StreamEvents } from "@lotus/contract";
import { Counter } from "prom-client";
import type { Deps } from "../deps.ts";
import { gaugeOf } from "../gauge-of.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { addressSubject } from "../http/client-address.ts";
import { Overloaded, TooMany } from "../http/errors.ts";
import type { StreamSettings } from "../settings/connection-settings.ts";
import type { StreamContext, StreamRoute } from "../http/handler.ts";
import { EventReader, type LiveEvent } from "./event-reader.ts";
import { chunkOf, frameText, serverFrame, type LiveFrame } from "./frames.ts";
import * as sql from "./live.sql.ts";
import { comparePositions, type Position, parsePosition } from "./position.ts";
import { RecentFrames } from "./recent-frames.ts";
import { MAX_WAITING_BYTES, Stream } from "./stream.ts";
import { Streams } from "./streams.ts";

export type { LiveEvent } from "./event-reader.ts";
export { chunkOf, HEARTBEAT } from "./frames.ts";
export { Stream } from "./stream.ts";

/** Why a session ended, as its streams are told. */
export type SessionEnd = StreamEvents["session"]["ended"];

/** Public API of the live events. */
export interface Live {
  /** GET /api/stream. */
  readonly stream: StreamRoute;
  /** To be called after each commit on this node that wrote live events. Never waits. */
  notify(): void;
  /** Tells the streams of a session, on every node, that it ended, and closes them. */
  endSession(
    session: { readonly playerId: bigint; readonly familyId: string },
    ended: SessionEnd,
  ): Promise<void>;
  /** Streams open on this node. */
  size(): number;
  /** Calls `listener` with events of all nodes as they are read, in order. Returns how to stop. */
  onEvents(listener: (events: readonly LiveEvent[]) => void): () => void;
  /** How long, in milliseconds, the oldest event waits that was not read yet. */
  lagMs(): Promise<number>;
  /** Reads now what can be read; for tests. */
  drain(): Promise<void>;
  start(): Promise<void>;
  /** Ends every stream and stops reading. New ones are refused. */
  stop(): Promise<void>;
}

/** The payload of a session's end, which endSession alone writes. */
interface EndedSession {
  readonly playerId: string;
  readonly familyId: string;
  readonly ended: SessionEnd;
}

const HEARTBEAT_MS = 15_000;
const FORGET_EVERY_MS = 30_000;
const KEEP_S = 600;
/** Characters of events that are told again to a stream that comes back. */
const MAX_REPLAYED = MAX_WAITING_BYTES / 2;
/** When an address that has too many streams may come again. */
const RETRY_SECONDS = 30;

/** What the live events need of the rest of the server. */
export interface LiveOptions {
  /** The server's time in epoch milliseconds. */
  readonly serverNow: () => number;
  readonly settings: StreamSettings;
  /** Reads what was drawn: who hears of a draw and asks at once is to be answered with it. */
  readonly readDraws: () => Promise<void>;
}

/** Events after which the board of draws is another one. */
const OF_DRAWS: ReadonlySet<string> = new Set<keyof StreamEvents>(["period", "draw"]);

/** Opens the live events; nothing is read before `start`. */
export function openLive(deps: Pick<Deps, "db" | "log" | "metrics">, options: LiveOptions): Live {
  const { db, log } = deps;
  const count = measure(deps, { size: () => streams.size, lagMs });
  const streams = new Streams(options.settings, () => count("dropped"));
  const recent = new RecentFrames({ xid: 0n, id: 0n });
  const reader = new EventReader(db, log, { prepare, take, lost });
  let timers: NodeJS.Timeout[] = [];
  let open = false;
  const listeners = new Set<(events: readonly LiveEvent[]) => void>();

  async function lagMs(): Promise<number> {
    const { xid, id } = reader.position;
    const [row] = await db.query<{ lag: bigint }>(sql.LAG, [String(xid), id]);
    return Number(row?.lag ?? 0n);
  }

  async function prepare(events: readonly LiveEvent[]): Promise<void> {
    if (!events.some(({ event }) => OF_DRAWS.has(event))) return;
    await options
      .readDraws()
      .catch((error: unknown) => log.warn({ err: error }, "draws are told before they are read"));
  }

  function take(events: readonly LiveEvent[]): void {
    const frames: LiveFrame[] = [];
    for (const { xid, id, player_id, event, payload } of events) {
      // A session's end carries which session, which is nobody else's business.
      if (event === "session") closeSession(payload);
      else
        frames.push({ at: { xid, id }, playerId: player_id, text: frameText(event, payload, { xid, id }) });
    }
    for (const frame of frames) recent.add(frame);
    streams.send(frames);
    for (const listener of listeners) listener(events);
  }

  function lost(from: Position): void {
    recent.restart(from);
    streams.sendAll(helloAt(from, true));
  }

  function helloAt(at: Position, missed: boolean): string {
    return serverFrame("hello", { serverTime: options.serverNow(), missed }, at);
  }

  function closeSession(payload: string): void {
    const { playerId, familyId, ended }: EndedSession = JSON.parse(payload);
    const farewell = chunkOf(serverFrame("session", { ended }, reader.position));
    for (const stream of streams.ofPlayer(BigInt(playerId))) {
      if (stream.owner?.familyId !== familyId) continue;
      streams.remove(stream);
      stream.write(farewell);
      stream.end();
    }
  }

  // In one go: no event can come in between the greeting and the stream's place among the others.
  function openStream(context: StreamContext, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const { caller } = context;
    const address = addressSubject(context.address);
    const full = open ? streams.full(address, caller !== undefined) : "process";
    if (full !== undefined) count("refused");
    if (full === "process") throw new Overloaded("no more streams can be opened");
    if (full === "address") throw new TooMany(RETRY_SECONDS);
    const wanted = parsePosition(request.headers["last-event-id"]);
    const here = reader.position;
    // An id that is ahead came from a node that reads faster, or from before the database was restored.
    const ahead = wanted !== null && comparePositions(wanted, here) > 0;
    const known =
      wanted === null ? [] : ahead ? null : recent.after(wanted, caller?.playerId ?? null, MAX_REPLAYED);
    if (known === null) count("missed");
    const stream = new Stream(response, socket, { owner: caller, address });
    const greeting = helloAt(known === null ? here : (wanted ?? here), known === null);
    stream.write(chunkOf(greeting + (known ?? []).map(({ text }) => text).join("")));
    const oldest = streams.add(stream);
    socket.once("close", () => streams.remove(stream));
    if (oldest === undefined) return;
    // The window that was opened last is the one that is looked at.
    count("evicted");
    streams.remove(oldest);
    oldest.end();
  }

  return {
    stream: {
      path: "/api/stream",
      access: { auth: "optional" },
      open: openStream,
    },
    notify: () => reader.notify(),
    endSession: async ({ playerId, familyId }, ended) => {
      const told: EndedSession = { playerId: String(playerId), familyId, ended };
      const payload = JSON.stringify(told);
      closeSession(payload);
      await db.query(sql.TELL_SESSION, [playerId, payload]);
      reader.notify();
    },
    size: () => streams.size,
    onEvents: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lagMs,
    drain: () => reader.drain(),
    start: async () => {
      await reader.start();
      open = true;
      timers = [
        setInterval(() => streams.heartbeat(), HEARTBEAT_MS),
        setInterval(() => {
          db.query(sql.FORGET, [KEEP_S, ADVISORY_LOCKS.liveEvents]).catch((error: unknown) =>
            log.warn({ err: error }, "old live events stay for now"),
          );
        }, FORGET_EVERY_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      open = false;
      for (const timer of timers) clearInterval(timer);
      await reader.stop();
      await streams.sent();
      for (const stream of streams.all()) {
        streams.remove(stream);
        stream.end();
      }
    },
  };
}

function measure(
  { metrics, log }: Pick<Deps, "metrics" | "log">,
  { size, lagMs }: { readonly size: () => number; readonly lagMs: () => Promise<number> },
): (what: keyof typeof COUNTERS) => void {
  gaugeOf(metrics, "lotus_live_streams", "Open streams of live events", size);
  gaugeOf(
    metrics,
    "lotus_live_lag_seconds",
    "For how long the oldest live event that this node has not read has been waiting",
    async () => {
      // What cannot be asked is not told of: that the database is gone, readiness says.
      const lag = await lagMs().catch((error: unknown) => {
        log.warn({ err: error }, "how far the live events are behind is not known");
        return Number.NaN;
      });
      return lag / 1000;
    },
  );
  const counters = new Map(
    Object.entries(COUNTERS).map(([what, help]) => [
      what,
      new Counter({ name: `lotus_live_${what}_total`, help, registers: [metrics] }),
    ]),
  );
  return (what) => counters.get(what)?.inc();
}

const COUNTERS = {
  dropped: "Streams that were cut since their client did not keep up",
  evicted: "Streams that were ended since their player opened more than one may have",
  refused: "Streams that were refused since their address, or all, had too many",
  missed: "Streams that were told to ask for what is shown, since more had happened than is told again",
} as const;
