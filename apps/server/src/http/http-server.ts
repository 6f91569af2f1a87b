import { type CallSpec, type CodeName } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { HEAVY_CONNECTIONS } from "../db/database.ts";
import type { ConnectionSettings } from "../settings/connection-settings.ts";
import type { LoadSettings, RateSettings } from "../settings/rate-settings.ts";
import { accessOf, PUBLIC, type Access, type ServedRoute } from "./access.ts";
import { assertAllBound, methodsByPath, methodsOf, type MethodsByPath } from "./bindings.ts";
import { answerBrokenHttp } from "./broken-http.ts";
import { type CallerCheck, isWorthless, refusalOf, type TokenVerdict } from "./caller-check.ts";
import { Connections } from "./connections.ts";
import type { AnyCaller, BoundCall, CallContext, StreamContext, StreamRoute } from "./handler.ts";
import { serveDocument } from "./documents.ts";
import { HeavyLane } from "./heavy-lane.ts";
import { httpMetrics } from "./http-metrics.ts";
import { readJsonBody } from "./json-body.ts";
import { KnownUrls } from "./known-urls.ts";
import { LargeBodies } from "./large-bodies.ts";
import { LoadGuard } from "./load-guard.ts";
import { RateLimits } from "./rate-limits.ts";
import { findPage, type PublicDocuments, type PublicPages } from "./public-pages.ts";
import { Replies } from "./replies.ts";
import { RequestLog } from "./request-log.ts";
import { parseRequest, type InputIssue } from "./request-parts.ts";
import { API_HEADERS, TLS_HEADERS } from "./security-headers.ts";
import { TooMany, errorReply } from "./errors.ts";
import { RequestContext } from "./request-context.ts";

const BODY_LIMIT_BYTES = 32 * 1024;
const BODY_MAX_VALUES = 4_000;
const BYTES_A_TOKEN = 2 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A head comes at once or not at all; so does the first byte of a connection. */
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUTS_EVERY_MS = 2_000;
/** A screen asks for a few at once; a page of a list takes some milliseconds. */
const HEAVY = { atOnce: HEAVY_CONNECTIONS, ofOne: 1, waitingOfOne: 12, waiting: 500, timeoutMs: 3_000 };
const IDEMPOTENCY_KEY = /^[\w.:-]{8,64}$/u;
const NO_BYTES = new Uint8Array();
const TOKEN = /^[0-9a-f]{64}$/u;

/** What the HTTP server of a port is built from. */
export interface HttpServerOptions {
  /** Every call the port must answer; it is not built with one that has no handler. Left out by tests of a few. */
  readonly contract?: readonly CallSpec[];
  readonly calls: readonly BoundCall[];
  readonly streams: readonly StreamRoute[];
  /** The papers of the API, by path. */
  readonly documents?: PublicDocuments;
  /** Where the calls are: what lies below is never a page. "/api" unless said. */
  readonly apiRoot?: string;
  /** What paths outside the calls show; without it they are unknown. */
  readonly pages?: PublicPages;
  readonly callers: CallerCheck<AnyCaller>;
  /** Why a caller may not come to a path, known before a body is read; undefined when its access lets them. */
  readonly refuses: (access: Access, caller: AnyCaller) => CodeName | undefined;
  readonly rates: RateSettings;
  readonly load: LoadSettings;
  readonly connections: ConnectionSettings;
  /** Addresses or networks of proxies whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly fallbackLocale: Locale;
  readonly translate: Translate;
  /** Milliseconds for the limits; a process's own time. */
  readonly now: () => number;
  readonly requestIdPrefix: string;
  readonly log: Logger;
  readonly metrics: Registry;
  /** What the port's figures begin with; "lotus_http" unless said. */
  readonly metricsPrefix?: string;
}

/** A port: every call of its contract under one envelope. */
export interface HttpServer {
  readonly fastify: FastifyInstance;
  /** Every path there is, with who may come to it; those that are added to `fastify` later too. */
  readonly routes: readonly ServedRoute[];
  readonly guard: LoadGuard;
  /** Answers everything from now on with 503, so that a proxy sends its clients elsewhere. */
  drain(): void;
}

declare module "fastify" {
  interface FastifyRequest {
    context: RequestContext | null;
  }
  interface FastifyContextConfig {
    /** Who may come; a route without it is not taken. */
    access?: Access;
  }
}

interface ServerContext {
  readonly options: HttpServerOptions;
  readonly guard: LoadGuard;
  readonly limits: RateLimits;
  readonly replies: Replies;
  readonly lane: HeavyLane;
  readonly bodies: LargeBodies;
  readonly paths: MethodsByPath;
  readonly known: KnownUrls;
  contextOf(request: FastifyRequest): RequestContext;
}

/** Builds the server of a port; it listens when the house does. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  if (options.contract !== undefined) assertAllBound(options.contract, options.calls);
  const guard = new LoadGuard(options.load);
  const { translate } = options;
  const log = new RequestLog(options.log);
  const replies = new Replies({
    translate,
    log,
    observe: httpMetrics(options.metrics, guard, options.metricsPrefix),
    isClosing: () => guard.closing,
  });
  const fastify = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Asked for by name below, with the envelope of the house.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Refused below: Node's own refusal has none of the headers that every answer carries.
    http: {
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_EVERY_MS,
    },
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    clientErrorHandler: answerBrokenHttp(translate(options.fallbackLocale, "codes.BAD_REQUEST")),
    frameworkErrors: (error, request, reply) => onError(server, error, request, reply),
  });
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
    limits: new RateLimits(options.rates, options.now),
    replies,
    bodies: new LargeBodies(),
    lane: new HeavyLane(HEAVY, { metrics: options.metrics, prefix: options.metricsPrefix ?? "lotus_http" }),
    paths: methodsByPath([
      ...options.calls.map(({ call }) => call),
      ...options.streams.map(({ path }) => ({ method: "GET", path })),
    ]),
    known: new KnownUrls(),
    contextOf: visitMaker(options, connections),
  };
  // Whatever a client expects, it is answered as anybody is; Node's own refusal has no headers either.
  fastify.server.on("checkExpectation", (request, response) =>
    fastify.server.emit("request", request, response),
  );
  fastify.decorateRequest("context", null);
  const routes = listRoutes(fastify, options);
  fastify.removeAllContentTypeParsers();
  // Read where it is known whether the caller may have it read.
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, bytes, done) => {
    done(null, bytes);
  });
  fastify.setErrorHandler<Error>((error, request, reply) => onError(server, error, request, reply));
  fastify.addHook("onRequest", (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === "1.1") {
      reply.hijack();
      replies.refuse(server.contextOf(request), reply.raw, "BAD_REQUEST");
    } else done();
  });
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
    drain: () => {
      guard.closing = true;
    },
  };
}

/**
 * Keeps the list of every path as it is added.
 * @throws Error where one is added that does not say who may come
 */
function listRoutes(fastify: FastifyInstance, { documents, pages }: HttpServerOptions): ServedRoute[] {
  const routes: ServedRoute[] = [];
  for (const path of documents?.byPath.keys() ?? [])
    routes.push({ method: "GET", path, access: documents?.access ?? PUBLIC });
  if (pages !== undefined) routes.push({ method: "GET", path: "*", access: pages.access });
  fastify.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.access;
    if (access === undefined) throw new Error(`${String(method)} ${url} does not say who may come to it`);
    for (const each of [method].flat()) if (each !== "HEAD") routes.push({ method: each, path: url, access });
  });
  return routes;
}

function visitMaker(
  options: HttpServerOptions,
  connections: Connections,
): (request: FastifyRequest) => RequestContext {
  let count = 0;
  const proxied = options.trustedProxies.length > 0;
  const made = (request: FastifyRequest): RequestContext => {
    if (proxied && request.ip !== request.socket.remoteAddress) connections.trust(request.socket);
    return new RequestContext({
      headers: request.raw.headers,
      address: request.ip,
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
  fastify.route({
    method: call.method === "GET" ? ["GET", "HEAD"] : call.method,
    url: call.path,
    config: { access },
    bodyLimit: call.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    // Who calls and how often is settled before a byte of the body is read.
    onRequest: (request, reply, done) => {
      const context = server.contextOf(request);
      const refuse = (): void => refuseTooMany(server, context, reply, 1_000);
      const go = LargeBodies.isLarge(call.bodyLimitBytes)
        ? () => server.bodies.receive(context.asker, reply.raw, { go: done, refuse })
        : done;
      admit(server, { ...call, access }, request, reply, go);
    },
    handler: (request, reply) => {
      reply.hijack();
      void answer(server, bound, request, reply);
    },
  });
}

/** What is known of a path before its request is read. */
interface Admitted extends Pick<CallSpec, "path" | "rate" | "signed"> {
  readonly access: Access;
}

/** Lets a request in, or answers it here and never calls `done`. */
function admit(
  server: ServerContext,
  call: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  const context = server.contextOf(request);
  context.call = call.path;
  if (call.signed === true) context.signedBytes = NO_BYTES;
  const { replies, guard } = server;
  if (guard.overloaded) {
    reply.hijack();
    replies.refuse(context, reply.raw, "OVERLOADED", { retryAfterSeconds: guard.closing ? 5 : 1 });
    return;
  }
  const { auth } = call.access;
  const anonymous = auth === "public" || (auth === "optional" && context.token === "");
  if (anonymous) {
    if (withinLimit(server, context, call, reply)) done();
    return;
  }
  const verdict = TOKEN.test(context.token) ? server.options.callers.known(context.token) : "expired";
  if (verdict !== undefined) {
    if (isCaller(server, context, verdict, reply) && mayCall(server, context, call, reply)) done();
    return;
  }
  const waitMs = server.limits.waitForAddressMs(context);
  if (waitMs > 0) {
    refuseTooMany(server, context, reply, waitMs);
    return;
  }
  void admitAsked(server, call, request, reply, done);
}

/** Lets a request in whose token only the database knows. */
async function admitAsked(
  server: ServerContext,
  call: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): Promise<void> {
  const context = server.contextOf(request);
  try {
    const verdict = await server.options.callers.ask(context.token);
    if (isCaller(server, context, verdict, reply) && mayCall(server, context, call, reply)) done();
  } catch (error) {
    onError(server, error, request, reply);
  }
}

function isCaller(
  server: ServerContext,
  context: RequestContext,
  verdict: TokenVerdict<AnyCaller>,
  reply: FastifyReply,
): boolean {
  if (isWorthless(verdict)) {
    reply.hijack();
    server.replies.refuse(context, reply.raw, ...refusalOf(verdict));
    return false;
  }
  context.caller = verdict;
  return true;
}

/** Whether the caller of this context may make the call, and may make it now. */
function mayCall(
  server: ServerContext,
  context: RequestContext,
  call: Admitted,
  reply: FastifyReply,
): boolean {
  if (!withinLimit(server, context, call, reply)) return false;
  const { caller } = context;
  const refusal = caller === undefined ? "TOKEN_EXPIRED" : server.options.refuses(call.access, caller);
  if (refusal === undefined) return true;
  reply.hijack();
  server.replies.refuse(context, reply.raw, refusal);
  return false;
}

function withinLimit(
  server: ServerContext,
  context: RequestContext,
  call: Pick<CallSpec, "rate">,
  reply: FastifyReply,
): boolean {
  const waitMs = server.limits.waitMs(context, call.rate);
  if (waitMs > 0) refuseTooMany(server, context, reply, waitMs);
  return waitMs === 0;
}

/** A wait as it is told to clients: in seconds, one at least. */
function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

function refuseTooMany(
  server: ServerContext,
  context: RequestContext,
  reply: FastifyReply,
  waitMs: number,
): void {
  const seconds = wholeSeconds(waitMs);
  reply.hijack();
  server.replies.refuse(context, reply.raw, "TOO_MANY_REQUESTS", {
    retryAfterSeconds: seconds,
    values: { seconds },
  });
}

async function answer(
  server: ServerContext,
  bound: BoundCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { call, handler } = bound;
  const context = server.contextOf(request);
  server.guard.inFlight += 1;
  try {
    const { params, query } = request;
    const body = readBody(server, call, context, request.body);
    const url = request.raw.url ?? "";
    const parsed =
      server.known.recall(call, url) ??
      server.known.keep(call, url, parseRequest(call, { url, params, query, body }));
    const issues = parsed.ok ? keyIssues(call, context) : parsed.issues;
    if (!parsed.ok || issues.length > 0) {
      refuseInput(server, context, reply, issues);
      return;
    }
    context.hashOver({ params: parsed.request.params, body: parsed.request.body });
    // `admit` has set the caller that this call's `auth` promises its handler.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const work = () => handler(parsed.request, context as unknown as CallContext);
    const given = call.heavy === true ? server.lane.run(context.asker, work) : work();
    const answered = given instanceof Promise ? await given : given;
    server.replies.answer(context, reply.raw, answered, call.rate !== "bets");
  } catch (error) {
    onError(server, error, request, reply);
  } finally {
    server.guard.inFlight -= 1;
  }
}

/**
 * Reads the body of a call. One that takes several tokens pays for them once it is read and before anything is done
 * with it; while its caller is in debt, nothing is read. Large bodies pay by their size, whatever is in them.
 * @throws TooMany, BrokenJson or CrowdedJson
 */
function readBody(server: ServerContext, call: CallSpec, context: RequestContext, sent: unknown): unknown {
  if (!Buffer.isBuffer(sent)) return undefined;
  if (context.signedBytes !== undefined) context.signedBytes = sent;
  const { tokens, bodyMaxValues = BODY_MAX_VALUES } = call;
  if (tokens === undefined) return readJsonBody(sent, bodyMaxValues);
  const inDebtMs = server.limits.waitForMoreMs(context, call.rate, 0);
  if (inDebtMs > 0) throw new TooMany(wholeSeconds(inDebtMs));
  const bySize = Math.ceil(sent.length / BYTES_A_TOKEN);
  let taken = bySize;
  try {
    const body = readJsonBody(sent, bodyMaxValues);
    taken = Math.max(bySize, tokens(body));
    return body;
  } finally {
    // One was taken when the request was let in.
    server.limits.waitForMoreMs(context, call.rate, taken - 1);
  }
}

function keyIssues(call: CallSpec, context: RequestContext): readonly InputIssue[] {
  const { idempotencyKey } = context;
  if (call.idempotent !== true || idempotencyKey === undefined || IDEMPOTENCY_KEY.test(idempotencyKey))
    return [];
  return [{ path: "Idempotency-Key", key: "validation.invalid" }];
}

function refuseInput(
  server: ServerContext,
  context: RequestContext,
  reply: FastifyReply,
  issues: readonly InputIssue[],
): void {
  const described = issues.map(({ path, key }) => ({ path, message: server.replies.text(context, key) }));
  const msg = described[0]?.message ?? server.replies.text(context, "validation.invalid");
  server.replies.refuse(context, reply.raw, "BAD_REQUEST", { msg, data: { issues: described } });
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
        // Who is refused a connection that stays does not keep this one either.
        reply.raw.setHeader("Connection", "close");
        onError(server, error, request, reply);
      }
    },
  });
}

/** What is no call: papers, pages, unknown paths and wrong methods. Answered before a body is read. */
function addUnknown(fastify: FastifyInstance, server: ServerContext): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    reply.hijack();
    const context = server.contextOf(request);
    const path = request.raw.url?.split("?")[0] ?? "";
    const page = findPage(server.options, path);
    const methods = page === undefined ? methodsOf(server.paths, path) : ["GET", "HEAD"];
    const waitMs = server.limits.waitForAddressMs(context);
    if (waitMs > 0) {
      refuseTooMany(server, context, reply, waitMs);
    } else if (methods.length > 0 && !methods.includes(request.method)) {
      server.replies.refuse(context, reply.raw, "METHOD_NOT_ALLOWED", { allow: methods.join(", ") });
    } else if (page === undefined) {
      server.replies.refuse(context, reply.raw, "NOT_FOUND");
    } else {
      context.call = "page";
      const { status, bytes } = serveDocument(request.raw, reply.raw, page.document, {
        tls: context.tls,
        status: page.status,
      });
      server.replies.note(context, status, 0, bytes);
    }
  });
}

function onError(server: ServerContext, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const context = server.contextOf(request);
  const { name, retryAfterSeconds } = errorReply(error);
  if (name === "INTERNAL") context.log.error({ err: error, call: context.call }, "a request failed");
  else if (name === "OVERLOADED") context.log.warn({ err: error, call: context.call }, "overloaded");
  if (!reply.sent) reply.hijack();
  server.replies.refuse(context, reply.raw, name, {
    values: { requestId: context.requestId, seconds: retryAfterSeconds ?? 1 },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
