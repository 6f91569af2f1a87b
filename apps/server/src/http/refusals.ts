import type { FastifyReply, FastifyRequest } from "fastify";
import { errorReply } from "./errors.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";

/** A wait for clients: in seconds, at least one. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Refuses a request that came too soon, with the time to wait. */
export function refuseTooMany(
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

/** Replies to a failed request in the envelope; unexpected errors are logged. */
export function onError(
  server: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
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
