import { concat } from "./bytes.ts";

/*
 * HTTP requests to servers that are not trusted: with a limit of time and size, and without redirects. Uses only what
 * browsers and Node have in common.
 */

/** A request. */
export interface LimitedRequest {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** Sent by POST if given; otherwise the method is GET. */
  readonly body?: string;
  /** For the whole exchange, body included. */
  readonly timeoutMs: number;
  /** Maximum size of the response's body. */
  readonly maxBytes: number;
}

/** A response of any status, or why there is none. */
export type LimitedReply =
  | { readonly ok: true; readonly status: number; readonly contentType: string; readonly body: Uint8Array }
  | { readonly ok: false; readonly why: "unreachable" | "too-large" };

/** Sends a request. Never rejects for faults of the server: a redirect or a slow body is `unreachable`. */
export async function requestLimited(request: LimitedRequest): Promise<LimitedReply> {
  // Not called as a method: the fetch of browsers refuses to be one of another object.
  const { fetch: send, url, body, timeoutMs, maxBytes } = request;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await send(url, {
      method: body === undefined ? "GET" : "POST",
      redirect: "error",
      cache: "no-store",
      signal: abort.signal,
      ...(body === undefined ? {} : { body, headers: { "Content-Type": "text/plain; charset=utf-8" } }),
    });
    const content = await readLimited(response, maxBytes);
    if (content === null) return { ok: false, why: "too-large" };
    const contentType = response.headers.get("content-type") ?? "";
    return { ok: true, status: response.status, contentType, body: content };
  } catch {
    return { ok: false, why: "unreachable" };
  } finally {
    clearTimeout(timer);
    // Ends a body that was not read to its end.
    abort.abort();
  }
}

/** The body of a response; null if it is larger than `maxBytes`. @throws if the connection breaks */
async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return concat(...chunks);
    size += value.length;
    if (size > maxBytes) return null;
    chunks.push(value);
  }
}

/** An address without the slashes at its end. @throws RangeError unless it is one of HTTP or HTTPS without a query */
export function baseUrl(text: string): string {
  const url = parsedUrl(text);
  if (url === null || !/^https?:$/u.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new RangeError(`"${text}" is not the address of an HTTP server`);
  return url.href.replace(/\/+$/u, "");
}

/** Browsers of the floor have no `URL.canParse`. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
