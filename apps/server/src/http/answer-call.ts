import type { CallSpec } from "@lotus/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailable } from "../db/database.ts";
import { TooMany } from "./errors.ts";
import type { BoundCall, CallContext } from "./handler.ts";
import { readJsonBody } from "./json-body.ts";
import { onError, wholeSeconds } from "./refusals.ts";
import type { RequestContext } from "./request-context.ts";
import { parseRequest, type InputIssue } from "./request-parts.ts";
import type { ServerContext } from "./server-context.ts";
import type { Wait } from "./token-buckets.ts";

const BODY_MAX_VALUES = 4_000;
const BYTES_A_TOKEN = 2 * 1024;
const IDEMPOTENCY_KEY = /^[\w.:-]{8,64}$/u;

/** Parses an admitted request, runs its handler and writes the reply. Never throws. */
export async function answerCall(
  server: ServerContext,
  bound: BoundCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { call, handler, isPlain } = bound;
  const context = server.contextOf(request);
  server.guard.inFlight += 1;
  try {
    const { params, query } = request;
    const read = readBody(server, call, context, request.body);
    const body = read instanceof Promise ? await read : read;
    const url = request.raw.url ?? "";
    const parsed =
      server.known.recall(call, url) ??
      server.known.add(call, url, parseRequest(call, { url, params, query, body }, isPlain));
    const issues = parsed.ok ? keyIssues(call, context) : parsed.issues;
    if (!parsed.ok || issues.length > 0) {
      refuseInput(server, context, reply, issues);
      return;
    }
    context.hashOver({ params: parsed.request.params, body: parsed.request.body });
    // `admit` has set the caller that this call's `auth` promises its handler.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const own = context as unknown as CallContext;
    const given =
      call.heavy === true
        ? server.lane.run(context.asker, () => handler(parsed.request, own))
        : handler(parsed.request, own);
    const answered = given instanceof Promise ? await given : given;
    // Asked afterwards, since the answer counts at the time when it was read.
    if (call.method === "GET" && isPersonal(call) && server.options.confirms?.() === false)
      throw new DatabaseUnavailable("the database confirms nothing, and what it shows may be over with it");
    if (call.method === "POST" && server.options.freshness !== undefined)
      context.freshness = await server.options.freshness();
    server.replies.answer(context, reply.raw, answered, call.rate !== "bets");
  } catch (error) {
    onError(server, error, request, reply);
  } finally {
    server.guard.inFlight -= 1;
  }
}

/** What is shown of somebody's own is read from the database; what is for all is in memory. */
function isPersonal({ auth }: CallSpec): boolean {
  return auth === "player" || auth === "operator";
}

/**
 * Reads the body of a call. A body that costs several tokens pays for them after it is read and before it is used;
 * while its caller is in debt, nothing is read. Large bodies pay by size, whatever they contain. Returns a promise only if
 * other servers have a say in what it costs.
 * @throws TooMany, BrokenJson or CrowdedJson
 */
function readBody(server: ServerContext, call: CallSpec, context: RequestContext, sent: unknown): unknown {
  if (!Buffer.isBuffer(sent)) return undefined;
  if (context.signedBytes !== undefined) context.signedBytes = sent;
  const { tokens, bodyMaxValues = BODY_MAX_VALUES } = call;
  if (tokens === undefined) return readJsonBody(sent, bodyMaxValues);
  const bySize = Math.ceil(sent.length / BYTES_A_TOKEN);
  // One token was taken at admission.
  const pay = (taken: number): Wait => server.limits.waitForMoreMs(context, call.rate, taken - 1);
  return onceFree(server.limits.waitForMoreMs(context, call.rate, 0), () => {
    let body: unknown;
    try {
      body = readJsonBody(sent, bodyMaxValues);
    } catch (error) {
      void pay(bySize);
      throw error;
    }
    return onceFree(pay(Math.max(bySize, tokens(body))), () => body);
  });
}

/** @throws TooMany when there is something to wait for */
function onceFree(wait: Wait, go: () => unknown): unknown {
  if (typeof wait !== "number") return wait.then((waitMs) => onceFree(waitMs, go));
  if (wait > 0) throw new TooMany(wholeSeconds(wait));
  return go();
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
