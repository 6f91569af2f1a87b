import { FrameReader } from "./event-frames.ts";
import { pause } from "./pause.ts";

/** What following a stream needs of the world. */
export interface StreamDeps {
  readonly path: string;
  readonly fetch: typeof globalThis.fetch;
  /** The empty string for whoever is not logged in. */
  readonly token: () => string;
  readonly locale: () => string;
  /** Sent with each request beside those of every stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The event to go on after, as another window has heard it; the empty string begins now. */
  readonly resumeAfter?: string;
  /** A whole event, with its id where it has one. */
  readonly onEvent: (name: string, data: unknown, id: string | undefined) => void;
  /** `true` once events flow; `false` after the connection was lost, with how often in a row. */
  readonly onState: (connected: boolean, failures: number) => void;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Calls `now` when connecting anew is worth it at once, as when the network is back. Returns how to stop. */
  readonly onHurry: (now: () => void) => () => void;
}

/** Nothing at all for this long means a dead connection; the server sends a comment more often. */
const SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The wait before the next try: doubling, and spread so that a restarted server is not met by everyone at once. */
export function reconnectDelayMs(failures: number, random: number): number {
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return most / 2 + random * (most / 2);
}

/**
 * Keeps one stream of events open until `signal` stops it, and resumes where it broke off if its events have ids.
 * Fetch and not EventSource, which cannot send the Token header.
 */
export async function keepStream(deps: StreamDeps, signal: AbortSignal): Promise<void> {
  let lastEventId = deps.resumeAfter ?? "";
  let failures = 0;
  while (!signal.aborted) {
    const hurry = new AbortController();
    const calm = deps.onHurry(() => hurry.abort());
    const either = AbortSignal.any([signal, hurry.signal]);
    try {
      await readStream(deps, either, lastEventId, (id) => {
        if (id !== undefined) lastEventId = id;
        failures = 0;
      });
    } catch {
      // Whatever went wrong, the answer is to connect again.
    }
    if (!either.aborted) {
      failures += 1;
      deps.onState(false, failures);
      await pause(reconnectDelayMs(failures, deps.random()), either);
    }
    calm();
  }
}

async function readStream(
  deps: StreamDeps,
  signal: AbortSignal,
  lastEventId: string,
  alive: (id: string | undefined) => void,
): Promise<void> {
  const silent = new AbortController();
  let watch = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const headers: Record<string, string> = {
      ...deps.headers,
      LANGUAGE: deps.locale(),
      Accept: "text/event-stream",
    };
    if (deps.token() !== "") headers["Token"] = deps.token();
    if (lastEventId !== "") headers["Last-Event-ID"] = lastEventId;
    const reply = await deps.fetch(deps.path, {
      headers,
      cache: "no-store",
      signal: AbortSignal.any([signal, silent.signal]),
    });
    const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!reply.ok || !isStream || reply.body === null) throw new Error(`no stream: ${reply.status}`);
    deps.onState(true, 0);
    const frames = new FrameReader();
    const text = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text.read(); !piece.done; piece = await text.read()) {
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), SILENCE_MS);
      for (const frame of frames.take(piece.value)) {
        alive(frame.id);
        deps.onEvent(frame.event, JSON.parse(frame.data), frame.id);
      }
    }
  } finally {
    clearTimeout(watch);
  }
}
