import { concat } from "./bytes.ts";

/*
 * HTTP requests to servers that are not trusted: with a limit of time and size, and without redirects unless the caller
 * allows them. Uses only what browsers and Node have in common; a browser hides where a redirect leads, so there none is
 * followed.
 */

/** A request. */
export interface LimitedRequest {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** Sent by POST if given; otherwise the method is GET. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole exchange, body included. */
  readonly timeoutMs: number;
  /** Maximum size of the response's body. */
  readonly maxBytes: number;
  /** Maximum number of redirects that are followed; none by default. */
  readonly maxRedirects?: number;
}

/** A response of any status, or why there is none. */
export type LimitedReply =
  | { readonly ok: true; readonly status: number; readonly contentType: string; readonly body: Uint8Array }
  | { readonly ok: false; readonly why: "unreachable" | "too-large" };

/** Sends a request. Never rejects for faults of the server: a redirect or a slow body is `unreachable`. */
export async function requestLimited(request: LimitedRequest): Promise<LimitedReply> {
  // Not called as a method: the fetch of browsers refuses to be one of another object.
  const { fetch: send, url, body, headers = {}, timeoutMs, maxBytes, maxRedirects = 0 } = request;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const ask = (address: string): Promise<Response> =>
      send(address, {
        method: body === undefined ? "GET" : "POST",
        redirect: maxRedirects === 0 ? "error" : "manual",
        cache: "no-store",
        signal: abort.signal,
        ...(body === undefined
          ? { headers }
          : { body, headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } }),
      });
    const response = await followRedirects(url, maxRedirects, ask);
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

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The first response that is no redirect. @throws Error for more redirects than allowed, or one that leads astray */
async function followRedirects(
  url: string,
  most: number,
  ask: (address: string) => Promise<Response>,
): Promise<Response> {
  let address = url;
  for (let followed = 0; ; followed += 1) {
    const response = await ask(address);
    if (!REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const to = redirectTarget(address, response.headers.get("location"));
    if (followed === most || to === null) throw new Error("a redirect that is not followed");
    address = to;
  }
}

/**
 * Where a redirect leads; null if nobody should follow it. It may not leave TLS, and a server of others may not send its
 * caller to another address inside the caller's own network.
 */
function redirectTarget(from: string, location: string | null): string | null {
  const [source, target] = [parsedUrl(from), location === null ? null : parsedUrl(location, from)];
  if (source === null || target === null) return null;
  const isScheme =
    target.protocol === "https:" || (target.protocol === "http:" && source.protocol === "http:");
  const isHost = target.hostname === source.hostname || isPublicName(target.hostname);
  return isScheme && isHost ? target.href : null;
}

/** Whether this is a name in the public DNS: it has a dot, is no IP address, and no name of a local network. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/u, "");
  return name.includes(".") && !/^[\d.]+$|^\[|\.(?:localhost|local|internal|home\.arpa)$/u.test(name);
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
function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
