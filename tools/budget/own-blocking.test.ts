import { expect, test } from "vitest";
import { ownBlocking, type TracedEvent } from "./own-blocking.ts";

const URL = "http://127.0.0.1:1/";
const event = (name: string, ts: number, more: Partial<TracedEvent> = {}): TracedEvent => ({
  name,
  ph: "X",
  pid: 1,
  tid: 2,
  ts: ts * 1000,
  ...more,
});
const task = (ts: number, wall: number, own = wall, more: Partial<TracedEvent> = {}): TracedEvent =>
  event("RunTask", ts, { dur: wall * 1000, tdur: own * 1000, ...more });
const OPENED = event("navigationStart", 0, { args: { data: { documentLoaderURL: URL } } });
const PAINTED = event("firstContentfulPaint", 300);

test("a task counts by the processor time it had, beyond 50 ms on a phone four times slower", () => {
  // 20 ms are 80 there; the second one waited for a processor most of its time.
  expect(ownBlocking([OPENED, PAINTED, task(400, 20), task(500, 60, 10)], URL)).toBe(30);
});

test("what was over before the first paint, later than five seconds, or on another thread is left out", () => {
  const others = [
    task(100, 90),
    task(5_400, 90),
    task(400, 90, 90, { tid: 3 }),
    task(400, 90, 90, { pid: 2 }),
  ];
  expect(ownBlocking([OPENED, PAINTED, ...others], URL)).toBe(0);
});

test("of a page that painted nothing, or without a task in its trace, it is unknown", () => {
  expect(ownBlocking([OPENED, task(400, 20)], URL)).toBeNaN();
  expect(ownBlocking([OPENED, PAINTED], URL)).toBeNaN();
});
