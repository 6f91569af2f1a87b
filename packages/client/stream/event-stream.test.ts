import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EventParser } from "./event-parser.ts";
import { reconnectDelayMs, runEventStream } from "./event-stream.ts";
import { wait } from "./wait.ts";

describe("frames", () => {
  test("are assembled from chunks, however they are split", () => {
    const text =
      'id: 7-1\nevent: draw\ndata: {"a":1}\n\n: still here\n\nevent: balance\r\ndata: {"b":2}\r\n\r\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parser = new EventParser();
      expect([...parser.feed(text.slice(0, cut)), ...parser.feed(text.slice(cut))], String(cut)).toEqual([
        { id: "7-1", event: "draw", data: '{"a":1}' },
        { id: undefined, event: "balance", data: '{"b":2}' },
      ]);
    }
  });

  test("data of several lines is one text; an unfinished frame waits", () => {
    const parser = new EventParser();
    expect(parser.feed("data: 1\ndata: 2\n\ndata: 3")).toEqual([
      { id: undefined, event: "message", data: "1\n2" },
    ]);
    expect(parser.feed("\n\n")).toEqual([{ id: undefined, event: "message", data: "3" }]);
  });
});

describe("reconnecting", () => {
  test("delays double up to half a minute and have jitter", () => {
    expect(reconnectDelayMs(1, 0)).toBe(500);
    expect(reconnectDelayMs(1, 0.999)).toBeLessThan(1000);
    expect(reconnectDelayMs(3, 0)).toBe(2000);
    expect(reconnectDelayMs(20, 0)).toBe(15_000);
  });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("resumes with the last id, and sends the token as it is now", async () => {
    const requests: Headers[] = [];
    const events: unknown[] = [];
    let token = "t1";
    const stop = new AbortController();
    const running = runEventStream(
      {
        path: "/api/stream",
        fetch: async (_input, init) => {
          requests.push(new Headers(init?.headers));
          const body = requests.length === 1 ? 'id: 9-4\nevent: balance\ndata: {"balance":"1.00"}\n\n' : "";
          return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
        },
        token: () => token,
        locale: () => "en-US",
        onEvent: (name, data) => void events.push([name, data]),
        onState: () => undefined,
        random: () => 0,
        onReconnectNow: () => () => undefined,
      },
      stop.signal,
    );
    await vi.waitFor(() => expect(events).toEqual([["balance", { balance: "1.00" }]]));
    token = "t2";
    await vi.advanceTimersByTimeAsync(600);
    await vi.waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(2));
    stop.abort();
    await running;
    expect(requests[0]?.get("Last-Event-ID")).toBeNull();
    expect(requests[1]?.get("Last-Event-ID")).toBe("9-4");
    expect(requests.map((headers) => headers.get("Token")).slice(0, 2)).toEqual(["t1", "t2"]);
  });

  test("continues after the last event received by another window", async () => {
    const first = Promise.withResolvers<Headers>();
    const stop = new AbortController();
    const running = runEventStream(
      {
        path: "/api/stream",
        fetch: (_input, init) => {
          first.resolve(new Headers(init?.headers));
          return Promise.reject(new Error("one request is enough"));
        },
        token: () => "t1",
        locale: () => "en-US",
        resumeAfter: "9-4",
        onEvent: () => undefined,
        onState: () => undefined,
        random: () => 0,
        onReconnectNow: () => () => undefined,
      },
      stop.signal,
    );
    expect((await first.promise).get("Last-Event-ID")).toBe("9-4");
    stop.abort();
    await running;
  });

  /** A stream that opens, sends `first` and then only what `say` sends; the n-th reconnect opens another. */
  function quietServer(headers: Record<string, string>) {
    const requests: Headers[] = [];
    let say: (text: string) => void = () => undefined;
    const answer: typeof globalThis.fetch = async (_input, init) => {
      requests.push(new Headers(init?.headers));
      const body = new ReadableStream<Uint8Array>({
        start: (events) => {
          say = (text) => events.enqueue(new TextEncoder().encode(text));
          init?.signal?.addEventListener("abort", () => events.error(new Error("abort")));
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/event-stream", ...headers } });
    };
    const stop = new AbortController();
    const running = runEventStream(
      {
        path: "/api/stream",
        fetch: answer,
        token: () => "",
        locale: () => "en-US",
        onEvent: () => undefined,
        onState: () => undefined,
        random: () => 0,
        onReconnectNow: () => () => undefined,
      },
      stop.signal,
    );
    return { requests, say: (text: string) => say(text), end: () => (stop.abort(), running) };
  }

  test("a stream that falls silent is noticed within five seconds, and resumed after its last event", async () => {
    const server = quietServer({ "X-Heartbeat-Ms": "2000" });
    await vi.advanceTimersByTimeAsync(0);
    server.say("id: 9-4\nevent: draw\ndata: {}\n\n");
    // As long as heartbeats come, it is alive.
    for (let beat = 0; beat < 10; beat += 1) {
      await vi.advanceTimersByTimeAsync(2_000);
      server.say(":\n\n");
    }
    // One of them may be late.
    await vi.advanceTimersByTimeAsync(4_400);
    expect(server.requests).toHaveLength(1);
    // Cut at 4.5 s, and half a second of jitter at least.
    await vi.advanceTimersByTimeAsync(600);
    expect(server.requests.map((headers) => headers.get("Last-Event-ID"))).toEqual([null, "9-4"]);
    await server.end();
  });

  test("of a server that tells no heartbeat, silence is borne as long as before", async () => {
    const server = quietServer({});
    await vi.advanceTimersByTimeAsync(44_000);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.requests).toHaveLength(2);
    await server.end();
  });

  test("when the network is back it connects at once, whether it is waiting or considers itself connected", async () => {
    let attempts = 0;
    const states: unknown[] = [];
    let reconnect: () => void = () => undefined;
    const stop = new AbortController();
    const running = runEventStream(
      {
        path: "/api/stream",
        fetch: async (_input, init) => {
          attempts += 1;
          if (attempts === 1) return new Response("{}", { status: 503 });
          // Stays open until it is cancelled, like the body of a real stream.
          const body = new ReadableStream({
            start: (events) =>
              init?.signal?.addEventListener("abort", () => events.error(new Error("abort"))),
          });
          return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
        },
        token: () => "",
        locale: () => "en-US",
        onEvent: () => undefined,
        onState: (...state) => void states.push(state),
        random: () => 0,
        onReconnectNow: (now) => {
          reconnect = now;
          return () => undefined;
        },
      },
      stop.signal,
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(states).toEqual([[false, 1]]);
    reconnect();
    await vi.advanceTimersByTimeAsync(10);
    expect(states).toEqual([
      [false, 1],
      [true, 0],
    ]);
    reconnect();
    await vi.advanceTimersByTimeAsync(10);
    expect([attempts, states.at(-1)]).toEqual([3, [true, 0]]);
    stop.abort();
    await running;
  });

  test("a response that is not a stream counts as a consecutive failure", async () => {
    const failures: number[] = [];
    const stop = new AbortController();
    const running = runEventStream(
      {
        path: "/api/stream",
        fetch: async () => new Response("{}", { status: 503 }),
        token: () => "",
        locale: () => "en-US",
        onEvent: () => undefined,
        onState: (_connected, count) => void failures.push(count),
        random: () => 0,
        onReconnectNow: () => () => undefined,
      },
      stop.signal,
    );
    await vi.advanceTimersByTimeAsync(2000);
    stop.abort();
    await running;
    expect(failures).toEqual([1, 2, 3]);
  });
});

test("a finished wait leaves no listener on the signal", async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  for (let round = 0; round < 50; round += 1) {
    const waited = wait(4000, stop.signal);
    await vi.advanceTimersByTimeAsync(4000);
    await waited;
  }
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  const cut = wait(4000, stop.signal);
  stop.abort();
  await cut;
  await wait(4000, stop.signal);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
