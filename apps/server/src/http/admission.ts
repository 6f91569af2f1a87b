import type { CallSpec } from "@lotus/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "./access.ts";
import { isWorthless, refusalOf, type TokenVerdict } from "./caller-check.ts";
import type { AnyCaller } from "./handler.ts";
import { onError, refuseTooMany } from "./refusals.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";

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

/** Whether this caller may make the call, by access and rate limits. */
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
