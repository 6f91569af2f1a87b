import {
  CODES,
  wireRequest,
  type CallData,
  type CallInput,
  type CallSpec,
  type Envelope,
} from "@lotus/contract";
import { DeskError, noAnswer } from "./desk-error.ts";

/** What the client is given of the world. */
export interface DeskClientDeps {
  readonly fetch: typeof globalThis.fetch;
  /** The session's token, empty without one. */
  readonly token: () => string;
  readonly locale: () => string;
  readonly timeoutMs: number;
  /** What is said when nobody answered. */
  readonly offlineText: () => string;
}

/** How one request is made. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Names the click this request belongs to, so that a repeated one has one effect. */
  readonly idempotencyKey?: string | undefined;
}

/** Makes a call of the desk's contract: resolves to its `data`, else throws DeskError. */
export type CallDesk = <C extends CallSpec>(
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
) => Promise<CallData<C>>;

export function createDeskClient(deps: DeskClientDeps): CallDesk {
  return async (call, input, options = {}) => {
    const { method, url, body } = wireRequest(call, input);
    const headers: Record<string, string> = { LANGUAGE: deps.locale() };
    const token = deps.token();
    if (token !== "") headers["Token"] = token;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (options.idempotencyKey !== undefined) headers["Idempotency-Key"] = options.idempotencyKey;
    const stop = AbortSignal.timeout(deps.timeoutMs);
    const signal = options.signal === undefined ? stop : AbortSignal.any([stop, options.signal]);
    let reply: Response;
    let text: string;
    try {
      reply = await deps.fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
      text = await reply.text();
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      throw Object.assign(noAnswer(deps.offlineText()), { cause });
    }
    const envelope = readEnvelope(text);
    if (envelope === undefined) throw noAnswer(deps.offlineText());
    if (reply.ok && envelope.code === CODES.OK) {
      // The contract is one for both sides; the server checks its replies against it in its tests.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return envelope.data as CallData<typeof call>;
    }
    throw new DeskError(envelope.code, envelope.msg, statusOf(envelope.code, reply.status));
  };
}

/** Refusals come with HTTP 200; react-admin goes by the status, so each gets one. */
function statusOf(code: number, httpStatus: number): number {
  if (code === CODES.TOKEN_EXPIRED || code === CODES.SESSION_ENDED) return 401;
  return httpStatus >= 400 ? httpStatus : 400;
}

function readEnvelope(text: string): Envelope | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof body !== "object" || body === null || !("code" in body) || typeof body.code !== "number")
    return undefined;
  return {
    code: body.code,
    msg: "msg" in body && typeof body.msg === "string" ? body.msg : "",
    data: "data" in body ? body.data : undefined,
  };
}
