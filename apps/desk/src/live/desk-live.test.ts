import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeskLive } from "./desk-live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function live(reply: () => Response, random = 0) {
  const requests: { path: unknown; at: number }[] = [];
  let reconnect: () => void = () => undefined;
  const desk = new DeskLive({
    fetch: (path) => {
      requests.push({ path, at: Date.now() });
      return Promise.resolve(reply());
    },
    token: () => "t1",
    locale: () => "en-US",
    random: () => random,
    onReconnectNow: (now) => {
      reconnect = now;
      return () => undefined;
    },
  });
  return { desk, requests, reconnect: () => reconnect() };
}

test("events are parsed with any line ending", async () => {
  const text = 'event: session\r\ndata: {"ended":"over"}\r\n\r\n';
  const { desk } = live(() => new Response(text, { headers: { "Content-Type": "text/event-stream" } }));
  const onEvent = vi.fn();
  desk.listen("session", onEvent);
  desk.start();
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
  desk.stop();
});

test("desks reconnect to a restarted server spread over time", async () => {
  const times = [];
  for (const random of [0, 0.9]) {
    const { desk, requests } = live(() => new Response("{}", { status: 503 }), random);
    desk.start();
    await vi.advanceTimersByTimeAsync(1000);
    desk.stop();
    times.push((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0));
  }
  expect(times).toEqual([500, 950]);
});

test("a desk whose network is back connects at once", async () => {
  const { desk, requests, reconnect } = live(() => new Response("{}", { status: 503 }));
  desk.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(requests.map(({ path }) => path)).toEqual(["/desk/api/stream"]);
  reconnect();
  await vi.advanceTimersByTimeAsync(10);
  expect(requests).toHaveLength(2);
  desk.stop();
});
