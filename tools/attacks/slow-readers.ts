import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "@lotus/server/db/database";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { ServerUnderLoad } from "../load/server-under-load.ts";
import type { Attack } from "./attack.ts";
import { Bystanders, inPeace, peaceLine, noisier } from "./bystanders.ts";

const WATCH_MS = 22_000;
const AT_ONCE = 40;
const APART_MS = 100;
const QUIET_MS = 5_000;
/** Own events of the attacker: about 6 MB, as from a day of many orders. */
const OWN_EVENTS = 15_000;
const RESUMES = 150;
const GUESTS = 3_000;
const SLOW_HEADS = 600;
/** Streams that one address may have without an account, and what an account may have, by default. */
const MAX_GUESTS = 200;
const MAX_OWN_STREAMS = 10;
/** Long enough for every grace but that of a minute. */
const GONE_WITHIN_MS = 8_000;

const TELL = sql`
  INSERT INTO live_event (player_id, event, payload)
  SELECT $1, 'order', json_build_object('orderNo', 'B' || n, 'fill', repeat('x', 330)) FROM generate_series(1, $2::int) AS n`;

/** A connection that writes and never reads. */
class MuteSocket {
  readonly #socket: Socket;
  #closed = false;

  constructor(port: number, from: string, request: string) {
    this.#socket = connect({ host: "127.0.0.1", port, localAddress: from });
    this.#socket.on("connect", () => {
      this.#socket.write(request);
      // Nothing is taken from the kernel, not even the end.
      this.#socket.pause();
    });
    this.#socket.on("error", () => {
      this.#closed = true;
    });
    this.#socket.on("close", () => {
      this.#closed = true;
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Sockets that read nothing: thousands of replayed events, thousands of sockets without an account, half requests. */
export const slowReaders: Attack = {
  name: "slow-readers",
  story:
    "one account has thousands of its events told again to sockets that never read, opens more streams than it may, " +
    "takes thousands more without an account, and sends the heads of requests byte by byte",
  run: async ({ openServer, log }) => {
    const server = await openServer({ CONNECTIONS_PER_ADDRESS: "2000" });
    const bystanders = await Bystanders.enrol(server);
    const mute: MuteSocket[] = [];
    try {
      const before = await bystanders.watch(QUIET_MS);
      const [attacker] = await enrolPlayers(server.owner, 1, 100n);
      if (attacker === undefined) throw new Error("no attacker");
      const from = await positionOf(server, attacker.token);
      await server.owner.query(TELL, [attacker.id, OWN_EVENTS]);
      await pause(3_000);
      log("opening sockets that do not read");
      const watching = bystanders.watch(WATCH_MS);
      const open = async (count: number, address: string, request: string): Promise<void> => {
        for (let n = 1; n <= count; n += 1) {
          mute.push(new MuteSocket(server.port, address, request));
          // Opening them must not be what slows the players, who are this very process.
          if (n % AT_ONCE === 0) await pause(APART_MS);
        }
      };
      await open(RESUMES, "127.0.0.2", streamHead(`Token: ${attacker.token}\r\nLast-Event-ID: ${from}\r\n`));
      await open(GUESTS, "127.0.0.3", streamHead(""));
      await open(SLOW_HEADS, "127.0.0.4", "GET /api/stream HTTP/1.1\r\nHost:");
      await pause(GONE_WITHIN_MS);
      const figures = await figuresOf(server);
      const during = await watching;
      const streams = figures("lotus_live_streams");
      const connections = figures("lotus_http_connections");
      const waiting = figures("lotus_http_waiting_bytes");
      for (const socket of mute) socket.close();
      const quiet = noisier(before, await bystanders.watch(QUIET_MS));
      const peace = inPeace(quiet, during);
      const bounded = streams <= MAX_GUESTS + MAX_OWN_STREAMS && waiting < 8 * 1024 ** 2;
      // Sockets of the attacker that the server still has: streams it may have, and a few that are not judged yet.
      const gone = connections <= MAX_GUESTS + MAX_OWN_STREAMS + 300;
      return {
        gained: peace && bounded && gone ? "nothing" : "memory of the server, and the time of others",
        held: peace && bounded && gone,
        figures: [
          `${RESUMES} resumes over ${OWN_EVENTS} own events, ${GUESTS} guests, ${SLOW_HEADS} slow heads`,
          `kept after ${GONE_WITHIN_MS / 1000} s: ${streams} streams, ${connections} connections, ${(waiting / 1024).toFixed(0)} kB waiting`,
          peaceLine(quiet, during),
        ],
      };
    } finally {
      for (const socket of mute) socket.close();
      bystanders.close();
    }
  },
};

function streamHead(fields: string): string {
  return `GET /api/stream HTTP/1.1\r\nHost: localhost\r\nplatform: h5\r\nLANGUAGE: en-US\r\n${fields}\r\n`;
}

/** The current position of the events, as a new stream receives it. */
async function positionOf(server: ServerUnderLoad, token: string): Promise<string> {
  const stop = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/stream`, {
    headers: { Token: token },
    signal: stop.signal,
  });
  const first = await reply.body?.getReader().read();
  stop.abort();
  const id = /^id: (\S+)$/mu.exec(Buffer.from(first?.value ?? []).toString("utf8"))?.[1];
  if (id === undefined) throw new Error("a stream began without a place");
  return id;
}

/** Reads the server's own figures; one that it does not have is taken for the worst. */
async function figuresOf(server: ServerUnderLoad): Promise<(name: string) => number> {
  const page = await (await fetch(`http://127.0.0.1:${server.deskPort}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, "mu").exec(page)?.[1] ?? Infinity);
}
