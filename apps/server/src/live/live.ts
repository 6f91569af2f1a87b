import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { StreamEvents } from "@lotus/contract";
import { Counter } from "prom-client";
import type { Deps } from "../deps.ts";
import { gaugeOf } from "../gauge-of.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Whom } from "../events/events.ts";
import { addressSubject } from "../http/client-address.ts";
import { Overloaded, TooMany } from "../http/errors.ts";
import type { StreamSettings } from "../settings/connection-settings.ts";
import type { StreamContext, StreamRoute } from "../http/handler.ts";
import { EventReader, type LiveEvent } from "./event-reader.ts";
import { chunkOf, frameText, serverFrame } from "./frames.ts";
import * as sql from "./live.sql.ts";
import { ManyFrames } from "./many-frames.ts";
import { comparePositions, type Position, parsePosition } from "./position.ts";
import { type Frames, RecentFrames } from "./recent-frames.ts";
import { MAX_WAITING_BYTES, Stream } from "./stream.ts";
import { BEAT_MS, Streams } from "./streams.ts";

export type { LiveEvent } from "./event-reader.ts";
export { chunkOf, HEARTBEAT } from "./frames.ts";
export { HEARTBEAT_MS, Stream } from "./stream.ts";

/** Why a session ended, as its streams receive it. */
export type SessionEnd = StreamEvents["session"]["ended"];

/** Public API of the live events. */
export interface Live {
  /** GET /api/stream. */
  readonly stream: StreamRoute;
  /** To be called after each commit on this node that wrote live events, for all unless said. Never waits. */
  notify(whom?: Whom): void;
  /** Notifies the streams of a session, on every node, that it ended, and closes them. */
  endSession(
    session: { readonly playerId: bigint; readonly familyId: string },
    ended: SessionEnd,
  ): Promise<void>;
  /** Streams open on this node. */
  size(): number;
  /** The sessions of these streams. */
  sessions(): Iterable<string>;
  /**
   * Calls `listener` with the events of all nodes in order: those for nodes and everybody, and while `wants` says so or a stream
   * is open, those for single players too. Returns the unsubscribe function.
   */
  onEvents(listener: (events: readonly LiveEvent[]) => void, wants?: () => boolean): () => void;
  /** Age of the oldest unread event, in milliseconds. */
  lagMs(): Promise<number>;
  /** Reads all available events now; for tests. */
  drain(): Promise<void>;
  start(): Promise<void>;
  /**
   * Ends the streams one after another within this time, each with a hint when to come back, so that they do not all
   * come to another server at once. New ones are refused.
   */
  leave(withinMs: number): Promise<void>;
  /** Ends every stream and stops reading. New ones are refused. */
  stop(): Promise<void>;
}

/** The payload of a session's end, written only by endSession. */
interface EndedSession {
  readonly playerId: string;
  readonly familyId: string;
  readonly ended: SessionEnd;
}

/** A stream that is about to be greeted. */
interface OpeningStream {
  readonly context: StreamContext;
  readonly address: string;
  /** The last event that its client had, if it had one. */
  readonly wanted: Position | null;
  readonly socket: Socket;
  readonly response: ServerResponse;
}

/** Interval between the groups of streams that a leaving server ends. */
const LEAVE_EVERY_MS = 50;
const FORGET_EVERY_MS = 30_000;
const KEEP_S = 600;
/** Maximum number of characters replayed to a stream that reconnects. */
const MAX_REPLAYED = MAX_WAITING_BYTES / 2;
/** When an address that has too many streams may retry. */
const RETRY_SECONDS = 30;

/** Options of the live events. */
export interface LiveOptions {
  /** The server's time in epoch milliseconds. */
  readonly serverNow: () => number;
  readonly settings: StreamSettings;
  /** Loads the newest draws before a draw is announced, so that a request triggered by the event already finds it. */
  readonly readDraws: () => Promise<void>;
}

/** Events that tell nodes of each other's changes, and no stream. */
const FOR_NODES: ReadonlySet<string> = new Set(["settings"]);

/** Events after which the board of draws must be refreshed. */
const OF_DRAWS: ReadonlySet<string> = new Set<keyof StreamEvents>(["period", "draw"]);

/** Opens the live events; nothing is read before `start`. */
export function openLive(deps: LiveDeps, options: LiveOptions): Live {
  return new LiveEvents(deps, options);
}

type LiveDeps = Pick<Deps, "db" | "log" | "metrics">;

class LiveEvents implements Live {
  readonly stream: StreamRoute;
  readonly #db: LiveDeps["db"];
  readonly #log: LiveDeps["log"];
  readonly #options: LiveOptions;
  readonly #count: (what: keyof typeof COUNTERS) => void;
  readonly #streams: Streams;
  readonly #recent = new RecentFrames({ xid: 0n, id: 0n });
  readonly #reader: EventReader;
  /** Streams that wait to be greeted. */
  readonly #opening = new Set<OpeningStream>();
  /** Each with whether it wants what is for single players. */
  readonly #listeners = new Map<(events: readonly LiveEvent[]) => void, () => boolean>();
  #timers: NodeJS.Timeout[] = [];
  #open = false;

  constructor(deps: LiveDeps, options: LiveOptions) {
    this.#db = deps.db;
    this.#log = deps.log;
    this.#options = options;
    this.#count = measure(deps, { size: () => this.size(), lagMs: () => this.lagMs() });
    this.#streams = new Streams(options.settings, () => this.#count("dropped"));
    this.#reader = new EventReader(deps.db, deps.log, {
      prepare: (events) => this.#prepare(events),
      take: (events, fresh) => this.#take(events, fresh),
      noteShared: (events) => this.#tellListeners(events),
      watched: () => this.#watched(),
      lost: (from) => this.#lost(from),
    });
    this.stream = {
      path: "/api/stream",
      access: { auth: "optional" },
      open: (context, request, response) => this.#openStream(context, request, response),
    };
  }

  notify(whom: Whom = "all"): void {
    this.#reader.notify(whom);
  }

  async endSession(
    { playerId, familyId }: { readonly playerId: bigint; readonly familyId: string },
    ended: SessionEnd,
  ): Promise<void> {
    const event: EndedSession = { playerId: String(playerId), familyId, ended };
    const payload = JSON.stringify(event);
    this.#closeSession(payload);
    await this.#db.query(sql.TELL_SESSION, [playerId, payload]);
    this.#reader.notify("all");
  }

  size(): number {
    return this.#streams.size;
  }

  *sessions(): Iterable<string> {
    for (const { owner } of this.#streams.all()) if (owner !== undefined) yield owner.familyId;
  }

  onEvents(listener: (events: readonly LiveEvent[]) => void, wants = () => false): () => void {
    this.#listeners.set(listener, wants);
    return () => void this.#listeners.delete(listener);
  }

  async lagMs(): Promise<number> {
    const { xid, id } = this.#reader.readTo;
    const [row] = await this.#db.query<{ lag: bigint }>(sql.LAG, [String(xid), id]);
    return Number(row?.lag ?? 0n);
  }

  drain(): Promise<void> {
    return this.#reader.catchUp();
  }

  async start(): Promise<void> {
    await this.#reader.start();
    this.#open = true;
    this.#timers = [
      setInterval(() => this.#streams.beat(), BEAT_MS),
      setInterval(() => {
        this.#db
          .query(sql.FORGET, [KEEP_S, ADVISORY_LOCKS.liveEvents])
          .catch((error: unknown) => this.#log.warn({ err: error }, "old live events stay for now"));
      }, FORGET_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async leave(withinMs: number): Promise<void> {
    this.#open = false;
    const streams = [...this.#streams.all()];
    const steps = Math.max(1, Math.floor(withinMs / LEAVE_EVERY_MS));
    for (let step = 0; step < steps; step += 1) {
      const from = Math.floor((streams.length * step) / steps);
      const to = Math.floor((streams.length * (step + 1)) / steps);
      for (const [at, stream] of streams.slice(from, to).entries()) {
        this.#streams.remove(stream);
        // Those of a group come back over a second.
        const retryMs = 500 + Math.floor((1_000 * at) / (to - from));
        stream.write(chunkOf(`retry: ${retryMs}\n\n`));
        stream.end();
      }
      await wait(LEAVE_EVERY_MS);
    }
  }

  async stop(): Promise<void> {
    this.#open = false;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#reader.stop();
    await this.#streams.sent();
    for (const stream of this.#streams.all()) {
      this.#streams.remove(stream);
      stream.end();
    }
  }

  async #prepare(events: readonly LiveEvent[]): Promise<void> {
    if (!events.some(({ event }) => OF_DRAWS.has(event))) return;
    await this.#options
      .readDraws()
      .catch((error: unknown) => this.#log.warn({ err: error }, "draws are told before they are read"));
  }

  #watched(): boolean {
    return (
      this.#streams.size + this.#opening.size > 0 || [...this.#listeners.values()].some((wants) => wants())
    );
  }

  #take(events: readonly LiveEvent[], fresh: readonly LiveEvent[]): void {
    const entries: Frames[] = [];
    for (const event of events) {
      // The payload names the session, which no other stream may see.
      if (event.event === "session") this.#closeSession(event.payload);
      else if (!FOR_NODES.has(event.event)) entries.push(framesOf(event));
    }
    for (const entry of entries) this.#recent.add(entry);
    this.#streams.send(entries);
    this.#tellListeners(fresh);
  }

  #tellListeners(events: readonly LiveEvent[]): void {
    for (const listener of this.#listeners.keys()) listener(events);
  }

  #lost(from: Position): void {
    this.#recent.restart(from);
    this.#streams.sendAll(this.#helloAt(from, true));
  }

  #helloAt(at: Position, missed: boolean): string {
    return serverFrame("hello", { serverTime: this.#options.serverNow(), missed }, at);
  }

  #closeSession(payload: string): void {
    const { playerId, familyId, ended }: EndedSession = JSON.parse(payload);
    const farewell = chunkOf(serverFrame("session", { ended }, this.#reader.position));
    for (const { context, socket } of this.#opening)
      if (context.caller?.familyId === familyId) socket.destroy();
    for (const stream of this.#streams.ofPlayer(BigInt(playerId))) {
      if (stream.owner?.familyId !== familyId) continue;
      this.#streams.remove(stream);
      stream.write(farewell);
      stream.end();
    }
  }

  #openStream(context: StreamContext, request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return;
    const address = addressSubject(context.address);
    const full = this.#open ? this.#streams.full(address, context.caller !== undefined) : "process";
    if (full !== undefined) this.#count("refused");
    if (full === "process") throw new Overloaded("no more streams can be opened");
    if (full === "address") throw new TooMany(RETRY_SECONDS);
    const wanted = parsePosition(request.headers["last-event-id"]);
    const open = { context, address, wanted, socket: request.socket, response };
    // A later id came from a node that reads sooner, or from before a restore of the database. And a node without streams
    // does not read what is for players.
    const ahead = wanted !== null && comparePositions(wanted, this.#reader.position) > 0;
    if (ahead || this.#streams.size === 0) void this.#greetSoon(open);
    else this.#greet(open);
  }

  /** Greets once all is read that there is. Meanwhile the session may end, and others may open streams. */
  async #greetSoon(open: OpeningStream): Promise<void> {
    const { address, context, socket } = open;
    this.#opening.add(open);
    await this.#reader.catchUp();
    this.#opening.delete(open);
    if (socket.destroyed) return;
    if (!this.#open || this.#streams.full(address, context.caller !== undefined) !== undefined) {
      this.#count("refused");
      socket.destroy();
    } else this.#greet(open);
  }

  // Synchronous: no event may come between the greeting and the registration of the stream.
  #greet({ context, address, wanted, socket, response }: OpeningStream): void {
    const { caller } = context;
    const here = this.#reader.position;
    const ahead = wanted !== null && comparePositions(wanted, here) > 0;
    const known =
      wanted === null
        ? []
        : ahead
          ? null
          : this.#recent.after(wanted, caller?.playerId ?? null, MAX_REPLAYED);
    if (known === null) this.#count("missed");
    const stream = new Stream(response, socket, { owner: caller, address });
    const greeting = this.#helloAt(known === null ? here : (wanted ?? here), known === null);
    stream.write(chunkOf(greeting + (known ?? []).map(({ text }) => text).join("")));
    const oldest = this.#streams.add(stream);
    socket.once("close", () => this.#streams.remove(stream));
    if (oldest === undefined) return;
    // The most recently opened window is most likely the one in use.
    this.#count("evicted");
    this.#streams.remove(oldest);
    oldest.end();
  }
}

function framesOf({ xid, id, player_id: playerId, event, payload, players, told }: LiveEvent): Frames {
  const at = { xid, id };
  if (players !== null) return new ManyFrames({ at, event, pattern: payload, players, told: told ?? "" });
  return { at, playerId, text: frameText(event, payload, at) };
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
      // No value without the database: readiness already reports that it is unreachable.
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
