import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { Metrics } from "./metrics.ts";
import type { Witness, WitnessReply } from "./witness.ts";

/** 63 hashes and more than 16 signatures of any kind. */
const MAX_BODY_BYTES = 256 * 1024;
const MAX_CONNECTIONS = 512;
const REQUEST_TIMEOUT_MS = 10_000;
/** Monitors may see a checkpoint this much later. */
const CACHE_SECONDS = 5;
const LATEST = /^\/([0-9a-f]{64})\/checkpoint$/u;
const HISTORY = /^\/([0-9a-f]{64})\/history(?:\?from=(\d{1,10})&to=(\d{1,10}))?$/u;
/** Without times, the history of the last minutes. */
const RECENT_S = 600;

/** The HTTP interface of a witness: add-checkpoint, the latest checkpoints of each log, health and metrics. */
export function createWitnessServer(witness: Witness, log: (line: string) => void): Server {
  const metrics = new Metrics();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = await route(witness, metrics, request).catch((error: unknown): WitnessReply => {
      log(`${request.method ?? ""} ${request.url ?? ""} failed: ${String(error)}`);
      return { status: 500, body: "internal error\n" };
    });
    metrics.count(request.method ?? "", reply.status);
    send(response, reply);
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void handle(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function route(witness: Witness, metrics: Metrics, request: IncomingMessage): Promise<WitnessReply> {
  const { method, url = "" } = request;
  if (url === "/add-checkpoint") {
    if (method !== "POST") return { status: 405, body: "POST only\n" };
    const body = await readBody(request);
    return body === null ? { status: 413, body: "request too large\n" } : witness.addCheckpoint(body);
  }
  if (method !== "GET" && method !== "HEAD") return { status: 405, body: "GET only\n" };
  if (url === "/health") return { status: 200, body: "ok\n" };
  if (url === "/metrics") return { status: 200, body: metrics.text(), contentType: Metrics.contentType };
  const history = HISTORY.exec(url);
  if (history !== null) return historyOf(witness, history);
  const [, originHash] = LATEST.exec(url) ?? [];
  const latest = originHash === undefined ? null : await witness.latest(originHash);
  return latest === null ? { status: 404, body: "not found\n" } : { status: 200, body: latest };
}

/** The notes of checkpoints that were cosigned within some time, as JSON. */
async function historyOf(
  witness: Witness,
  [, originHash = "", from, to]: RegExpExecArray,
): Promise<WitnessReply> {
  const { nowS } = witness;
  const [first, end] = from === undefined ? [nowS - RECENT_S, nowS + 1] : [Number(from), Number(to)];
  const checkpoints = await witness.history(originHash, first, end);
  return { status: 200, body: `${JSON.stringify({ checkpoints })}\n`, contentType: "application/json" };
}

/** The body as text; null if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return null;
  let size = 0;
  async function* limited(): AsyncGenerator<Buffer> {
    for await (const chunk of request) {
      // Without an encoding, chunks of a request are buffers.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const part = chunk as Buffer;
      size += part.length;
      if (size > MAX_BODY_BYTES) return;
      yield part;
    }
  }
  const body = await buffer(limited());
  return size > MAX_BODY_BYTES ? null : body.toString("utf8");
}

function send(
  response: ServerResponse,
  { status, body, contentType = "text/plain; charset=utf-8" }: WitnessReply,
): void {
  response.writeHead(status, {
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": status === 200 ? `public, max-age=${CACHE_SECONDS}` : "no-store",
    "X-Content-Type-Options": "nosniff",
    // Players' phones ask what it has cosigned.
    "Access-Control-Allow-Origin": "*",
    ...(status === 413 ? { Connection: "close" } : {}),
  });
  response.end(body);
}
