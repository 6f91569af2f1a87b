import { wireRequest, type CallInput, type CallSpec, type Envelope } from "@lotus/contract";
import { NO_ENVELOPE } from "./api-error.ts";
import { parseJson, send, type SendOptions } from "./send.ts";

/** Response to an HTTP request. */
export interface Reply {
  readonly status: number;
  /** HTTP 2xx. */
  readonly ok: boolean;
  readonly body: Envelope;
  /** When the server asks to come again; NaN if it does not. */
  readonly retryAfterMs: number;
  /** It answers a try that followed one without a clear answer. */
  readonly again?: boolean;
  /** The mark of a write; null if there is none. */
  readonly freshness: string | null;
}

/** The headers that the server reads: the reader's language, the access token, and the attempt's idempotency key. */
export function requestHeaders(locale: string, token = "", idempotencyKey?: string): Record<string, string> {
  const headers: Record<string, string> = { LANGUAGE: locale };
  if (token !== "") headers["Token"] = token;
  if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
  return headers;
}

/** Sends the request of a call, and reads its reply. Throws an ApiError if there is no response. */
export async function exchange<C extends CallSpec>(
  call: C,
  input: CallInput<C>,
  transport: Omit<SendOptions, "url" | "init"> & { readonly headers: Record<string, string> },
): Promise<Reply> {
  const { method, url, body } = wireRequest(call, input);
  const { headers } = transport;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
  const { text, ...reply } = await send({ ...transport, url, init });
  return { ...reply, body: readEnvelope(text) };
}

/** The envelope of a body; anything else (such as a proxy's page) is a failure without a message. */
export function readEnvelope(text: string): Envelope {
  const body = parseJson(text);
  if (typeof body === "object" && body !== null && "code" in body && typeof body.code === "number") {
    const msg = "msg" in body && typeof body.msg === "string" ? body.msg : "";
    return { code: body.code, msg, data: "data" in body ? body.data : undefined };
  }
  return { code: NO_ENVELOPE, msg: "", data: undefined };
}
