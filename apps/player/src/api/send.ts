import { ABORTED, ApiError, TRANSPORT_FAILED } from "./api-error.ts";
import { yieldTask } from "./yield-task.ts";

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  /** The caller's own wish to stop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One request and its whole body within `timeoutMs`. Throws ApiError: code 5 "timeout", code 5 for a network
 * error, 600003 for the caller's abort. Any answer of a server, whatever its status, is returned.
 */
export async function send({
  fetch,
  url,
  init,
  timeoutMs,
  signal,
}: SendOptions): Promise<{ status: number; ok: boolean; text: string }> {
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
    await yieldTask();
    stop.signal.throwIfAborted();
    const reply = await fetch(url, { ...init, signal: stop.signal });
    return { status: reply.status, ok: reply.ok, text: await reply.text() };
  } catch (cause) {
    if (signal?.aborted === true) throw new ApiError({ code: ABORTED, msg: "abort", kind: "abort" });
    if (timedOut) throw new ApiError({ code: TRANSPORT_FAILED, msg: "timeout", kind: "timeout" });
    // The browser tells no more than that it did not work.
    const failure = new ApiError({ code: TRANSPORT_FAILED, msg: "network error", kind: "network" });
    failure.cause = cause;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The JSON of a body, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
