import { ApiError, parseJson, send, TRANSPORT_FAILED } from "@lotus/client";
import { snakeCase } from "@lotus/contract";
import { remoteConfig } from "./remote-config.ts";
import { yieldTask } from "./yield-task.ts";

export type RequestMethod =
  | "GET"
  | "POST"
  | "PUT"
  | "DELETE"
  | "OPTIONS"
  | "HEAD"
  | "TRACE"
  | "CONNECT"
  | "PATCH";

export interface RequestOptions {
  readonly url: string;
  /** Default GET. */
  readonly method?: RequestMethod;
  /** Added to the URL, keys turned from camelCase to snake_case; undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON unless it is a string or a FormData. Not with GET and HEAD. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the second time-out of the remote configuration, 60000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestReply {
  readonly status: number;
  /** The parsed body if it is JSON, otherwise the text. */
  readonly data: unknown;
}

/**
 * Any HTTP request outside the calls of the contract. Every response resolves, whatever its status; throws ApiError
 * with code 5 ("timeout", network) or 600003 (abort). TRACE and CONNECT fail with code 5 without a request, since no
 * browser sends them.
 */
export async function request(options: RequestOptions): Promise<RequestReply> {
  const {
    method = "GET",
    data,
    timeoutMs = remoteConfig.requestTimeoutMs,
    signal,
    fetch = globalThis.fetch,
  } = options;
  if (method === "TRACE" || method === "CONNECT") {
    throw new ApiError({
      code: TRANSPORT_FAILED,
      msg: `${method} is not sent by browsers`,
      kind: "unsupported",
    });
  }
  const headers = new Headers(options.headers);
  const plain = typeof data === "string" || data instanceof FormData;
  if (method !== "GET" && !(data instanceof FormData) && !headers.has("Content-Type"))
    headers.set("Content-Type", "application/json");
  const hasBody = data !== undefined && method !== "GET" && method !== "HEAD";
  const init: RequestInit = {
    method,
    headers,
    ...(hasBody && { body: plain ? data : JSON.stringify(data) }),
  };
  const reply = await send({
    fetch,
    url: withQuery(options.url, options.query ?? {}),
    init,
    timeoutMs,
    signal,
    beforeSend: yieldTask,
  });
  return { status: reply.status, data: parseJson(reply.text) ?? reply.text };
}

function withQuery(
  url: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(snakeCase(key), String(value));
  }
  const text = search.toString();
  return text === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${text}`;
}
