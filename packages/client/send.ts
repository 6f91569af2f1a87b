import { ABORTED, ApiError, TRANSPORT_FAILED } from "./api-error.ts";

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  /** Aborts the request on behalf of the caller. */
  readonly signal?: AbortSignal | undefined;
  /** Awaited before the request goes out; its time counts. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

/**
 * A response. `retryAfterMs` is NaN if it does not say when to come again, `freshness` null if it marks no write.
 */
export interface Sent {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  readonly retryAfterMs: number;
  readonly freshness: string | null;
}

/**
 * Sends one request and reads its body within `timeoutMs`. Throws ApiError: code 5 "timeout", code 5 for a network
 * error, 600003 when the caller aborts. Any response, whatever its status, is returned.
 */
export async function send({ fetch, url, init, timeoutMs, signal, beforeSend }: SendOptions): Promise<Sent> {
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, timeoutMs);
  const abort = () => stop.abort();
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  try {
    await beforeSend?.();
    stop.signal.throwIfAborted();
    const reply = await fetch(url, { ...init, signal: stop.signal });
    const retryAfterMs = Number(reply.headers.get("retry-after") ?? Number.NaN) * 1000;
    const freshness = reply.headers.get("freshness");
    return { status: reply.status, ok: reply.ok, text: await reply.text(), retryAfterMs, freshness };
  } catch (cause) {
    // The browser reports only that the request failed, not why.
    const failure = new ApiError(
      signal?.aborted === true
        ? { code: ABORTED, msg: "abort", kind: "abort" }
        : timedOut
          ? { code: TRANSPORT_FAILED, msg: "timeout", kind: "timeout" }
          : { code: TRANSPORT_FAILED, msg: "network error", kind: "network" },
    );
    failure.cause = cause;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The JSON of a body, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
