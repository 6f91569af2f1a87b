import { createServer } from "node:http";
import { pino } from "pino";
import { Registry } from "prom-client";
import { type Database, type Queries, sql } from "../db/database.ts";
import { TooMany } from "../http/errors.ts";
import type { Caller, StreamContext } from "../http/handler.ts";
import { type Live, openLive } from "../live/live.ts";

/** A node that only streams live events. */
export interface LiveNode {
  readonly live: Live;
  /** Of its stream; ?player=1&session=… replaces the token. */
  readonly url: string;
  readonly metrics: Registry;
  /** Requests that have come. */
  readonly arrived: () => number;
  close(): Promise<void>;
}

/** The session of streams that name none. */
export const SESSION = "00000000-0000-4000-8000-000000000001";

const WRITE = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, $2, jsonb_build_object('n', $3::int))`;

/** Writes an event for a player, or for everybody. */
export async function write(tx: Queries, n: number, player: bigint | null = null): Promise<void> {
  await tx.query(WRITE, [player, player === null ? "period" : "balance", n]);
}

/** Opens a node that reads the events of this database; an address has 5 streams there and a player 3. */
export async function openLiveNode(
  db: Database,
  readDraws: () => Promise<void> = () => Promise.resolve(),
): Promise<LiveNode> {
  const metrics = new Registry();
  const live = openLive(
    { db, log: pino({ level: "silent" }), metrics },
    { serverNow: () => 1234, readDraws, settings: { perAccount: 3, perAddress: 5, most: 50 } },
  );
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    const query = new URL(request.url ?? "/", "http://house").searchParams;
    const player = query.get("player");
    const caller: Caller | undefined =
      player === null ? undefined : { playerId: BigInt(player), familyId: query.get("session") ?? SESSION };
    try {
      live.stream.open(contextOf(caller), request, response);
    } catch (error) {
      // As a port answers it.
      response.writeHead(error instanceof TooMany ? 429 : 503).end();
    }
  });
  await live.start();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port was asked for");
  return {
    live,
    url: `http://127.0.0.1:${address.port}/api/stream`,
    metrics,
    arrived: () => arrived,
    close: async () => {
      await live.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function contextOf(caller: Caller | undefined): StreamContext {
  return {
    locale: "en-US",
    address: "127.0.0.1",
    device: "",
    userAgent: "",
    idempotencyKey: undefined,
    caller,
    told: { freshness: undefined, lastEventId: undefined },
    bodyHash: new Uint8Array(32),
    requestId: "1",
    concerns: () => undefined,
    log: pino({ level: "silent" }),
  };
}
