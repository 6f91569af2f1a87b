import { DESK_STREAM } from "@lotus/contract/desk";
import { FrameReader } from "./event-frames.ts";

/** What following the desk's stream needs of the world. */
export interface StreamDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string;
  readonly locale: () => string;
  /** A whole event. */
  readonly onEvent: (event: string, data: unknown) => void;
  /** Whether events flow. */
  readonly onState: (connected: boolean) => void;
}

/** Nothing at all for this long means a dead connection; the house sends a comment more often. */
const SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15_000;

/**
 * Keeps the stream open until `signal` stops it, and connects again whenever it breaks. Fetch and not EventSource,
 * which cannot send the header Token. Nothing is resumed: the first event tells all that waits.
 */
export async function keepStream(deps: StreamDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readStream(deps, signal, () => {
        failures = 0;
      });
    } catch {
      // Whatever went wrong, the answer is to connect again.
    }
    if (signal.aborted) return;
    deps.onState(false);
    await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures), signal);
    failures += 1;
  }
}

async function readStream(deps: StreamDeps, signal: AbortSignal, alive: () => void): Promise<void> {
  const silent = new AbortController();
  let watch = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const reply = await deps.fetch(DESK_STREAM, {
      headers: { Token: deps.token(), LANGUAGE: deps.locale(), Accept: "text/event-stream" },
      cache: "no-store",
      signal: AbortSignal.any([signal, silent.signal]),
    });
    const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!reply.ok || !isStream || reply.body === null) throw new Error(`no stream: ${reply.status}`);
    deps.onState(true);
    const frames = new FrameReader();
    const text = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text.read(); !piece.done; piece = await text.read()) {
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), SILENCE_MS);
      for (const { event, data } of frames.take(piece.value)) {
        alive();
        deps.onEvent(event, JSON.parse(data));
      }
    }
  } finally {
    clearTimeout(watch);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
  });
}
