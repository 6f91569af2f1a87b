import { requestHeaders } from "../exchange.ts";
import { EventParser } from "./event-parser.ts";
import { wait } from "./wait.ts";

/** Options of a subscription to Server-Sent Events. */
export interface EventStreamOptions {
  readonly path: string;
  readonly fetch: typeof globalThis.fetch;
  /** Empty if not logged in. */
  readonly token: () => string;
  readonly locale: () => string;
  /** Sent with each request beside those of every stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of the last event received, possibly by another window; the empty string starts with new events. */
  readonly resumeAfter?: string;
  /** Called with each event, and its id if it has one. */
  readonly onEvent: (name: string, data: unknown, id: string | undefined) => void;
  /** `true` once connected; `false` after the connection was lost, with the number of failures in a row. */
  readonly onState: (connected: boolean, failures: number) => void;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Subscribes to moments when to reconnect at once, as when the network is back. Returns the unsubscribe function. */
  readonly onReconnectNow: (now: () => void) => () => void;
}

/** Silence of this length means a dead connection, if the server does not tell how often it sends something. */
const SILENCE_TIMEOUT_MS = 45_000;
/** Added to two heartbeats, of which one may be lost. */
const LATE_MS = 500;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/**
 * Delay before the next attempt: exponential with jitter, so that not all clients reconnect to a restarted server at
 * once.
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const max = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return max / 2 + random * (max / 2);
}

/**
 * Reads a stream of events until `signal` aborts; resumes after the last id when the connection breaks. Uses fetch
 * because EventSource cannot send the Token header.
 */
export async function runEventStream(options: EventStreamOptions, signal: AbortSignal): Promise<void> {
  let lastEventId = options.resumeAfter ?? "";
  let failures = 0;
  while (!signal.aborted) {
    const reconnect = new AbortController();
    const unsubscribe = options.onReconnectNow(() => reconnect.abort());
    const either = AbortSignal.any([signal, reconnect.signal]);
    try {
      await readStream(options, either, lastEventId, (id) => {
        if (id !== undefined) lastEventId = id;
        failures = 0;
      });
    } catch {
      // Whatever went wrong, connect again.
    }
    if (!either.aborted) {
      failures += 1;
      options.onState(false, failures);
      await wait(reconnectDelayMs(failures, options.random()), either);
    }
    unsubscribe();
  }
}

/** How long a stream may be silent: a server that sends comments often says so in its reply. */
function silenceMs(headers: Headers): number {
  const beatMs = Number(headers.get("x-heartbeat-ms"));
  return beatMs > 0 ? Math.min(SILENCE_TIMEOUT_MS, 2 * beatMs + LATE_MS) : SILENCE_TIMEOUT_MS;
}

async function readStream(
  options: EventStreamOptions,
  signal: AbortSignal,
  lastEventId: string,
  onAlive: (id: string | undefined) => void,
): Promise<void> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE_TIMEOUT_MS);
  try {
    const headers: Record<string, string> = {
      ...options.headers,
      ...requestHeaders(options.locale(), options.token()),
      Accept: "text/event-stream",
    };
    if (lastEventId !== "") headers["Last-Event-ID"] = lastEventId;
    const reply = await options.fetch(options.path, {
      headers,
      cache: "no-store",
      signal: AbortSignal.any([signal, silent.signal]),
    });
    const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!reply.ok || !isStream || reply.body === null) throw new Error(`no stream: ${reply.status}`);
    options.onState(true, 0);
    const silence = silenceMs(reply.headers);
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silence);
    };
    listen();
    const parser = new EventParser();
    const text = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text.read(); !piece.done; piece = await text.read()) {
      listen();
      for (const { id, event, data } of parser.feed(piece.value)) {
        onAlive(id);
        options.onEvent(event, JSON.parse(data), id);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
