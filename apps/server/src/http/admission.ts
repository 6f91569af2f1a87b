import type { CallSpec } from "@lotus/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "./access.ts";
import { isWorthless, refusalOf, type TokenVerdict } from "./caller-check.ts";
import type { AnyCaller } from "./handler.ts";
import { onError, refuseTooMany } from "./refusals.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";
import type { Wait } from "./token-buckets.ts";

const NO_BYTES = new Uint8Array();
const TOKEN = /^[0-9a-f]{64}$/u;

/** What is known about a path before its request is read. */
interface Admitted extends Pick<CallSpec, "path" | "rate" | "signed"> {
  readonly access: Access;
}

/** Admits a request, or replies here and never calls `done`. */
export function admit(
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
    replies.refuse(context, reply.raw, "OVERLOADED", { retryAfterSeconds: 1 });
    return;
  }
  const { auth } = call.access;
  const anonymous = auth === "public" || (auth === "optional" && context.token === "");
  if (anonymous) {
    onceWithin(server, request, reply, server.limits.waitMs(context, call.rate), done);
    return;
  }
  const verdict = TOKEN.test(context.token) ? server.options.callers.known(context.token) : "expired";
  if (verdict !== undefined) {
    if (isCaller(server, context, verdict, reply)) admitCaller(server, call, request, reply, done);
    return;
  }
  onceWithin(server, request, reply, server.limits.waitForAddressMs(context), () => {
    void admitAsked(server, call, request, reply, done);
  });
}

/** Goes on when the limit allows it, at once if this server knows that by itself; else refuses. */
export function onceWithin(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  wait: Wait,
  go: () => void,
): void {
  if (wait === 0) go();
  else if (typeof wait === "number") refuseTooMany(server, server.contextOf(request), reply, wait);
  else void onceAnswered(server, request, reply, wait, go);
}

async function onceAnswered(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  wait: Promise<number>,
  go: () => void,
): Promise<void> {
  try {
    onceWithin(server, request, reply, await wait, go);
  } catch (error) {
    onError(server, error, request, reply);
  }
}

/** Admits a request whose token has to be looked up in the database. */
async function admitAsked(
  server: ServerContext,
  call: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): Promise<void> {
  const context = server.contextOf(request);
  try {
    const verdict = await server.options.callers.check(context.token);
    if (isCaller(server, context, verdict, reply)) admitCaller(server, call, request, reply, done);
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

/** Admits the caller of the request if rate limits and access allow the call. */
function admitCaller(
  server: ServerContext,
  call: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  const context = server.contextOf(request);
  onceWithin(server, request, reply, server.limits.waitMs(context, call.rate), () => {
    const { caller } = context;
    const refusal = caller === undefined ? "TOKEN_EXPIRED" : server.options.refuses(call.access, caller);
    if (refusal === undefined) {
      done();
      return;
    }
    reply.hijack();
    server.replies.refuse(context, reply.raw, refusal);
  });
}
