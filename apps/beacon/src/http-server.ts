import { createServer, type Server } from "node:http";
import type { Beacon } from "./beacon.ts";

const MAX_CONNECTIONS = 1_024;
const REQUEST_TIMEOUT_MS = 10_000;
const PATH = /^(?:\/([0-9a-f]{64}))?\/(?:(info)|public\/(latest|[1-9]\d{0,15}))$/u;

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly cache: string;
}

const NOT_FOUND: Reply = { status: 404, body: { error: "not found" }, cache: "no-store" };

/** drand's HTTP API for one chain: /chains, /info, /public/latest and /public/{round}, with or without the chain's hash. */
export function createBeaconServer(beacon: Beacon): Server {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const { status, body, cache } = isRead
      ? replyTo(beacon, (request.url ?? "").split("?")[0] ?? "")
      : { status: 405, body: { error: "GET only" }, cache: "no-store" };
    const text = JSON.stringify(body);
    response.writeHead(status, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
      "Cache-Control": cache,
      // Players' apps may read rounds directly.
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    });
    response.end(text);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

function replyTo(beacon: Beacon, path: string): Reply {
  if (path === "/health") return { status: 200, body: { current: beacon.latest() }, cache: "no-store" };
  if (path === "/chains") return { status: 200, body: [beacon.chain.hash], cache: "public, max-age=3600" };
  const [matched, hash = beacon.chain.hash, info, which] = PATH.exec(path) ?? [];
  if (matched === undefined || hash !== beacon.chain.hash) return NOT_FOUND;
  if (info !== undefined) return { status: 200, body: beacon.info(), cache: "public, max-age=3600" };
  const round = beacon.round(which === "latest" ? beacon.latest() : Number(which));
  if (round === null) return { status: 425, body: { error: "too early" }, cache: "no-store" };
  return {
    status: 200,
    body: round,
    cache: which === "latest" ? "no-store" : "public, max-age=31536000, immutable",
  };
}
