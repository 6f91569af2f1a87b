import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HEAVY_CONNECTIONS } from "../db/database.ts";
import { accessOf, PUBLIC, type ServedRoute } from "./access.ts";
import { admit, onceWithin } from "./admission.ts";
import { answerCall } from "./answer-call.ts";
import { assertAllBound, methodsByPath, methodsOf } from "./bindings.ts";
import { answerBrokenHttp } from "./broken-http.ts";
import { clientAddress, isIn, readAddress } from "./client-address.ts";
import { Connections } from "./connections.ts";
import { serveDocument } from "./documents.ts";
import type { BoundCall, StreamContext, StreamRoute } from "./handler.ts";
import { HeavyLane } from "./heavy-lane.ts";
import { httpMetrics } from "./http-metrics.ts";
import { KnownUrls } from "./known-urls.ts";
import { LargeBodies } from "./large-bodies.ts";
import { LoadGuard } from "./load-guard.ts";
import { isUtf8Json, OtherCharset } from "./json-body.ts";
import { isOwnHost } from "./own-hosts.ts";
import { findPage } from "./public-pages.ts";
import { RateLimits } from "./rate-limits.ts";
import { onError, refuseTooMany } from "./refusals.ts";
import { Replies } from "./replies.ts";
import { RequestContext } from "./request-context.ts";
import { RequestLog } from "./request-log.ts";
import { networksOf } from "../settings/networks.ts";
import { API_HEADERS, TLS_HEADERS } from "./security-headers.ts";
import type { HttpServerOptions, ServerContext } from "./server-context.ts";
import { TokenBuckets } from "./token-buckets.ts";

export type { HttpServerOptions } from "./server-context.ts";

const BODY_LIMIT_BYTES = 32 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Limit for the request head, and for the first byte of a connection. */
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUTS_EVERY_MS = 2_000;
/** A screen requests a few at once; a page of a list takes some milliseconds. */
const HEAVY = { atOnce: HEAVY_CONNECTIONS, ofOne: 1, waitingOfOne: 12, waiting: 500, timeoutMs: 3_000 };

/** A port: every call of its contract under one envelope. */
export interface HttpServer {
  readonly fastify: FastifyInstance;
  /** Every path with its access, including those added to `fastify` later. */
  readonly routes: readonly ServedRoute[];
  readonly guard: LoadGuard;
  /** From now on readiness is denied and each reply ends its connection, while requests are still served. */
  leave(): void;
  /** From now on replies to everything with 503, so that a proxy uses another node. */
  drain(): void;
}

/** Creates the HTTP server of a port; it does not listen yet. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  if (options.contract !== undefined) assertAllBound(options.contract, options.calls);
  const guard = new LoadGuard(options.load);
  const { translate } = options;
  const log = new RequestLog(options.log);
  const replies = new Replies({
    translate,
    log,
    observe: httpMetrics(options.metrics, guard, options.metricsPrefix),
    isClosing: () => guard.closing || guard.leaving,
  });
  const fastify = openFastify(options, (error, request, reply) => onError(server, error, request, reply));
  const connections = new Connections({
    settings: options.connections,
    now: options.now,
    metrics: options.metrics,
    prefix: options.metricsPrefix ?? "lotus_http",
  });
  connections.attach(fastify.server);
  const server: ServerContext = {
    options,
    guard,
    limits: new RateLimits(
      options.rates,
      options.buckets ?? ((_, rate) => new TokenBuckets(rate, options.now)),
    ),
    replies,
    bodies: new LargeBodies(),
    lane: new HeavyLane(HEAVY, { metrics: options.metrics, prefix: options.metricsPrefix ?? "lotus_http" }),
    paths: methodsByPath([
      ...options.calls.map(({ call }) => call),
      ...options.streams.map(({ path }) => ({ method: "GET", path })),
    ]),
    known: new KnownUrls(),
    contextOf: contextMaker(options, connections),
  };
  const routes = listRoutes(fastify, options);
  readJsonAlone(fastify);
  refuseOtherHosts(fastify, server);
  for (const bound of options.calls) addCall(fastify, server, bound);
  for (const stream of options.streams) addStream(fastify, server, stream);
  addUnknown(fastify, server);
  fastify.addHook("onClose", () => {
    guard.stop();
    log.flush();
  });
  return {
    fastify,
    routes,
    guard,
    leave: () => {
      guard.leaving = true;
    },
    drain: () => {
      guard.closing = true;
    },
  };
}

type ErrorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/** Fastify with the settings of every port; its own error replies are replaced, since they lack our headers. */
function openFastify(options: HttpServerOptions, onError: ErrorHandler): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Our own hook refuses instead, in the envelope of the API.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Refused below: Node's own refusal lacks the headers of our replies.
    http: {
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_EVERY_MS,
    },
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    clientErrorHandler: answerBrokenHttp(options.translate(options.fallbackLocale, "codes.BAD_REQUEST")),
    frameworkErrors: onError,
  });
  // `Expect` headers are ignored: Node's own refusal lacks our headers.
  fastify.server.on("checkExpectation", (request, response) =>
    fastify.server.emit("request", request, response),
  );
  fastify.decorateRequest("context", null);
  fastify.setErrorHandler<Error>(onError);
  return fastify;
}

/** Bodies are read as bytes, and only after the caller was admitted. */
function readJsonAlone(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // The handler reads the body after admission.
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, ({ headers }, bytes, done) => {
    if (isUtf8Json(headers["content-type"] ?? "")) done(null, bytes);
    else done(new OtherCharset());
  });
}

/** Refuses requests that do not say which host they mean, or mean another. */
function refuseOtherHosts(fastify: FastifyInstance, server: ServerContext): void {
  const { hosts, trustedProxies } = server.options;
  const names = new Set(hosts.names.map((name) => readAddress(name) ?? name.toLowerCase()));
  const proxies = hosts.proxied ? networksOf(trustedProxies) : undefined;
  const isMeant = ({
    headers,
    httpVersion,
    rawHeaders,
    socket,
    url = "",
  }: FastifyRequest["raw"]): boolean => {
    // Of two Host headers Node tells the first, and others may go by the last (RFC 9112, section 3.2).
    const hostLines = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
    // A target that names a host by itself is one for a proxy.
    if (hostLines.length > 1 || !(url.startsWith("/") || url === "*")) return false;
    if (headers.host === undefined) return httpVersion !== "1.1";
    if (isOwnHost(headers.host, socket.localAddress, names)) return true;
    return proxies !== undefined && isIn(proxies, readAddress(socket.remoteAddress ?? "") ?? "");
  };
  fastify.addHook("onRequest", (request, reply, done) => {
    if (!isMeant(request.raw)) {
      reply.hijack();
      server.replies.refuse(server.contextOf(request), reply.raw, "BAD_REQUEST");
    } else done();
  });
}

/**
 * Lists every path as it is added. @throws Error when one is added without its access
 */
function listRoutes(fastify: FastifyInstance, { documents, pages }: HttpServerOptions): ServedRoute[] {
  const routes: ServedRoute[] = [];
  for (const path of documents?.paths ?? [])
    routes.push({ method: "GET", path, access: documents?.access ?? PUBLIC });
  if (pages !== undefined) routes.push({ method: "GET", path: "*", access: pages.access });
  fastify.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.access;
    if (access === undefined) throw new Error(`${String(method)} ${url} does not say who may come to it`);
    for (const each of [method].flat()) if (each !== "HEAD") routes.push({ method: each, path: url, access });
  });
  return routes;
}

function contextMaker(
  options: HttpServerOptions,
  connections: Connections,
): (request: FastifyRequest) => RequestContext {
  let count = 0;
  const proxied = options.trustedProxies.length > 0;
  const trusted = proxied ? (networksOf(options.trustedProxies) ?? null) : null;
  const made = (request: FastifyRequest): RequestContext => {
    const { headers, socket } = request.raw;
    const address = clientAddress(socket.remoteAddress, headers["x-forwarded-for"], trusted);
    if (proxied && address !== readAddress(socket.remoteAddress ?? "")) connections.trust(socket);
    return new RequestContext({
      headers,
      address,
      requestId: `${options.requestIdPrefix}-${(count += 1).toString(36)}`,
      log: options.log,
      fallbackLocale: options.fallbackLocale,
      tls: proxied && request.protocol === "https",
    });
  };
  return (request) => (request.context ??= made(request));
}

function addCall(fastify: FastifyInstance, server: ServerContext, bound: BoundCall): void {
  const { call } = bound;
  const access = accessOf(call);
  const admitted = { ...call, access };
  fastify.route({
    method: call.method === "GET" ? ["GET", "HEAD"] : call.method,
    url: call.path,
    config: { access },
    bodyLimit: call.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    // Authentication and rate limits come before the first byte of the body is read.
    onRequest: (request, reply, done) => {
      if (!LargeBodies.isLarge(call.bodyLimitBytes)) {
        admit(server, admitted, request, reply, done);
        return;
      }
      const context = server.contextOf(request);
      const refuse = (): void => refuseTooMany(server, context, reply, 1_000);
      admit(server, admitted, request, reply, () =>
        server.bodies.receive(context.asker, reply.raw, { go: done, refuse }),
      );
    },
    handler: (request, reply) => {
      reply.hijack();
      void answerCall(server, bound, request, reply);
    },
  });
}

function addStream(fastify: FastifyInstance, server: ServerContext, stream: StreamRoute): void {
  fastify.route({
    method: "GET",
    url: stream.path,
    config: { access: stream.access },
    onRequest: (request, reply, done) => {
      const { path, access } = stream;
      admit(server, { path, access, rate: "read" }, request, reply, done);
    },
    handler: (request, reply) => {
      reply.hijack();
      const context = server.contextOf(request);
      for (const list of context.tls ? [API_HEADERS, TLS_HEADERS] : [API_HEADERS]) {
        for (let i = 0; i < list.length; i += 2) reply.raw.setHeader(list[i] ?? "", list[i + 1] ?? "");
      }
      reply.raw.setHeader("X-Request-Id", context.requestId);
      try {
        // `admit` has set the caller that this stream's access promises.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        stream.open(context as unknown as StreamContext, request.raw, reply.raw);
      } catch (error) {
        // A refused stream closes its connection.
        reply.raw.setHeader("Connection", "close");
        onError(server, error, request, reply);
      }
    },
  });
}

/** Handles everything but calls: documentation, pages, unknown paths and methods. Replies before a body is read. */
function addUnknown(fastify: FastifyInstance, server: ServerContext): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    reply.hijack();
    const wait = server.limits.waitForAddressMs(server.contextOf(request));
    onceWithin(server, request, reply, wait, () => answerUnknown(server, request, reply));
  });
}

function answerUnknown(server: ServerContext, request: FastifyRequest, reply: FastifyReply): void {
  const context = server.contextOf(request);
  const path = request.raw.url?.split("?")[0] ?? "";
  const page = findPage(server.options, path);
  const methods = page === undefined ? methodsOf(server.paths, path) : ["GET", "HEAD"];
  if (methods.length > 0 && !methods.includes(request.method)) {
    server.replies.refuse(context, reply.raw, "METHOD_NOT_ALLOWED", { allow: methods.join(", ") });
  } else if (page === undefined) {
    server.replies.refuse(context, reply.raw, "NOT_FOUND");
  } else {
    context.call = "page";
    const { status, bytes } = serveDocument(request.raw, reply.raw, page.document, {
      tls: context.tls,
      status: page.status,
      connectTo: server.options.connectTo ?? [],
    });
    server.replies.note(context, status, 0, bytes);
  }
}
