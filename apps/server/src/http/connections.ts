import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { Counter, type Registry } from "prom-client";
import { gaugeOf } from "../gauge-of.ts";
import type { ConnectionSettings } from "../settings/connection-settings.ts";
import { addressSubject, readAddress } from "./client-address.ts";

/** Interval of the socket checks. */
const CHECK_MS = 1_000;
/** A socket that was ended is destroyed after this, whether its client has gone or not. */
const END_GRACE_MS = 5_000;
/**
 * A client must read what waits for it, or this much of it, within this time. A write counts as read only when all of
 * it is.
 */
const STALL_GRACE_MS = 60_000;
const MIN_TAKEN_BYTES = 16 * 1024;
/** Bytes that may wait for the clients of one address, and for all. */
const MAX_WAITING_PER_ADDRESS = 16 * 1024 ** 2;
const MAX_WAITING = 64 * 1024 ** 2;
/** One in this many of an address's connections may be without a request. */
const SILENT_SHARE = 10;

interface TrackedConnection {
  readonly address: string;
  /** No request has come yet. */
  silent: boolean;
}

/** Since when data waits for a client or its socket was ended, and how much it had read by then. */
interface Watched {
  since: number;
  taken: number;
  ended: boolean;
}

const REASONS = ["ended", "stalled", "bytes"] as const;
type Reason = (typeof REASONS)[number];

/**
 * Limits the connections of a port: how many an address may have, without a request and in all, and how long replies
 * may stay unread. Unread replies occupy this process's memory; nobody must fill it by not reading.
 */
export class Connections {
  readonly #settings: ConnectionSettings;
  readonly #now: () => number;
  readonly #connections = new Map<Socket, TrackedConnection>();
  readonly #counts = new Map<string, { all: number; silent: number }>();
  readonly #watched = new Map<Socket, Watched>();
  /** Peers whose forwarded headers are trusted; their connections belong to many clients. */
  readonly #proxies = new Set<string>();
  readonly #refused: Counter;
  readonly #cut: Counter<"why">;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(parts: {
    readonly settings: ConnectionSettings;
    /** Milliseconds. */
    readonly now: () => number;
    readonly metrics: Registry;
    /** Prefix of the metrics. */
    readonly prefix: string;
  }) {
    const { settings, now, metrics, prefix } = parts;
    this.#settings = settings;
    this.#now = now;
    gaugeOf(metrics, `${prefix}_connections`, "Open connections.", () => this.#connections.size);
    gaugeOf(
      metrics,
      `${prefix}_waiting_bytes`,
      "Bytes that wait for clients to read them.",
      () => this.#waiting,
    );
    this.#refused = new Counter({
      name: `${prefix}_connections_refused_total`,
      help: "Connections that were refused since their address, or all, had too many",
      registers: [metrics],
    });
    this.#cut = new Counter({
      name: `${prefix}_connections_cut_total`,
      help: "Connections that were cut: their client did not read, or did not go when the reply had ended",
      labelNames: ["why"],
      registers: [metrics],
    });
    for (const why of REASONS) this.#cut.inc({ why }, 0);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Watches the connections of a server from now on. */
  attach(server: Server): void {
    server.maxConnections = this.#settings.most;
    server.on("connection", (socket: Socket) => this.add(socket));
    server.on("drop", () => this.#refused.inc());
    server.on("request", ({ socket }: IncomingMessage) => this.#onRequest(socket));
    server.on("listening", () => {
      this.#timer ??= setInterval(() => this.sweep(this.#now()), CHECK_MS).unref();
    });
    // A closing server waits for its connections, so they are checked until the last one has ended.
    server.on("close", () => clearInterval(this.#timer));
  }

  /** Adds a connection, or destroys it if its address has too many. */
  add(socket: Socket): void {
    const address = addressSubject(readAddress(socket.remoteAddress ?? "") ?? "");
    const count = this.#counts.get(address) ?? { all: 0, silent: 0 };
    const { perAddress } = this.#settings;
    const full = count.all >= perAddress || count.silent >= Math.max(1, perAddress / SILENT_SHARE);
    if (full && !this.#proxies.has(address)) {
      this.#refused.inc();
      socket.destroy();
      return;
    }
    count.all += 1;
    count.silent += 1;
    this.#counts.set(address, count);
    const connection = { address, silent: true };
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#remove(socket, connection));
  }

  /** Marks the peer of this socket as a proxy: its connections belong to many clients. */
  trust(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.#proxies.add(connection.address);
  }

  /** Destroys sockets whose client does not read for too long, and ended ones that are still open. */
  sweep(now: number): void {
    const byAddress = new Map<string, number>();
    this.#waiting = 0;
    for (const [socket, { address }] of this.#connections) {
      const bytes = socket.writableLength;
      if (bytes === 0 && !socket.writableEnded) {
        if (this.#watched.size > 0) this.#watched.delete(socket);
        continue;
      }
      const why = this.#judge(socket, bytes, now);
      if (why !== undefined) {
        this.#destroy(socket, why);
        continue;
      }
      this.#waiting += bytes;
      if (!this.#proxies.has(address)) byAddress.set(address, (byAddress.get(address) ?? 0) + bytes);
    }
    this.#relieve(byAddress);
  }

  #onRequest(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || !connection.silent) return;
    connection.silent = false;
    const count = this.#counts.get(connection.address);
    if (count !== undefined) count.silent -= 1;
  }

  #remove(socket: Socket, connection: TrackedConnection): void {
    this.#connections.delete(socket);
    this.#watched.delete(socket);
    const count = this.#counts.get(connection.address);
    if (count === undefined) return;
    count.all -= 1;
    if (connection.silent) count.silent -= 1;
    if (count.all === 0) this.#counts.delete(connection.address);
  }

  /** Why a socket must be destroyed, if at all. */
  #judge(socket: Socket, bytes: number, now: number): Reason | undefined {
    const taken = socket.bytesWritten - bytes;
    const ended = socket.writableEnded;
    const watched = this.#watched.get(socket);
    if (watched === undefined || watched.ended !== ended) {
      this.#watched.set(socket, { since: now, taken, ended });
      return undefined;
    }
    const passed = now - watched.since;
    // Everything is sent: the client has a grace period to close.
    if (ended && bytes === 0) return passed >= END_GRACE_MS ? "ended" : undefined;
    if (passed < STALL_GRACE_MS) return undefined;
    if (taken - watched.taken < MIN_TAKEN_BYTES) return ended ? "ended" : "stalled";
    watched.since = now;
    watched.taken = taken;
    return undefined;
  }

  /** When too much waits for one address or for all, destroys the longest waiting sockets. */
  #relieve(byAddress: Map<string, number>): void {
    const over = [...byAddress.values()].some((bytes) => bytes > MAX_WAITING_PER_ADDRESS);
    if (!over && this.#waiting <= MAX_WAITING) return;
    for (const socket of this.#watched.keys()) {
      const bytes = socket.writableLength;
      const address = this.#connections.get(socket)?.address ?? "";
      const own = byAddress.get(address) ?? 0;
      if (bytes === 0 || (own <= MAX_WAITING_PER_ADDRESS && this.#waiting <= MAX_WAITING)) continue;
      byAddress.set(address, own - bytes);
      this.#waiting -= bytes;
      this.#destroy(socket, "bytes");
    }
  }

  #destroy(socket: Socket, why: Reason): void {
    this.#cut.inc({ why });
    socket.destroy();
  }
}
