import { createServer } from "node:http";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameText } from "./frames.ts";
import { HEARTBEAT_MS, Stream } from "./stream.ts";
import { BEAT_MS, CROWD, Streams } from "./streams.ts";

/** More than are written to at once. */
const MANY = 1_200;

const SETTINGS = { most: 10_000, perAddress: 10_000, perAccount: 10 };

let streams: Streams;
let dropped: number;
let clients: Socket[];
let received: string[];
const server = createServer((request, response) => {
  streams.add(new Stream(response, request.socket, { owner: undefined, address: "" }));
}).listen(0, "127.0.0.1");

beforeEach(() => {
  dropped = 0;
  streams = new Streams(SETTINGS, () => (dropped += 1));
  [clients, received] = [[], []];
});
afterEach(() => {
  for (const client of clients) client.destroy();
});

async function open(count: number): Promise<void> {
  // It listens on a port, not on a path.
  const { port } = server.address() as AddressInfo;
  for (let at = 0; at < count; at += 1) {
    const client = connect(port, "127.0.0.1");
    clients.push(client);
    received.push("");
    client.on("data", (part) => (received[at] += part.toString("latin1")));
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    if (at % 100 === 99) await once(client, "data");
  }
  await expect.poll(() => received.filter((text) => text.includes("\r\n\r\n")).length).toBe(count);
  received = received.map(() => "");
}

const frame = (id: bigint) => {
  const at = { xid: 1n, id };
  return { at, playerId: null, text: frameText("draw", `{"number":${String(id)}}`, at) };
};
const numbersOf = (text: string | undefined) =>
  [...(text ?? "").matchAll(/"number":(\d+)/gu)].map(([, id]) => id);

test("each stream receives everything in order, also what comes while others are written to", async () => {
  await open(MANY);
  for (let id = 1n; id <= 5n; id += 1n) {
    streams.send([frame(id)]);
    if (id === 3n) await new Promise((resolve) => setImmediate(resolve));
  }
  await streams.sent();
  await expect.poll(() => received.every((text) => text.includes('"number":5'))).toBe(true);
  for (const text of received) expect(numbersOf(text)).toEqual(["1", "2", "3", "4", "5"]);
  expect(dropped).toBe(0);
});

test("draws that fall on the same second come to a crowd in one write each", async () => {
  const waits: (() => void)[] = [];
  const timers = { now: () => 0, after: (_: number, run: () => void) => void waits.push(run) };
  streams = new Streams(SETTINGS, () => (dropped += 1), timers);
  await open(CROWD);
  const writes = vi.spyOn(Stream.prototype, "flush");
  streams.send([frame(1n)]);
  await new Promise((resolve) => setImmediate(resolve));
  streams.send([frame(2n)]);
  expect(waits).toHaveLength(1);
  waits[0]?.();
  await streams.sent();
  expect(writes).toHaveBeenCalledTimes(CROWD);
  await expect.poll(() => received.every((text) => text.includes('"number":2'))).toBe(true);
  for (const text of received) expect(numbersOf(text)).toEqual(["1", "2"]);
  writes.mockRestore();
});

test("heartbeats come to every stream within an interval, a part of them at a time", async () => {
  await open(100);
  let most = 0;
  for (let beat = 0; beat < HEARTBEAT_MS / BEAT_MS; beat += 1) {
    const before = received.filter((text) => text.includes(":\n\n")).length;
    streams.beat();
    await streams.sent();
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, received.filter((text) => text.includes(":\n\n")).length - before);
  }
  await expect.poll(() => received.every((text) => text.includes(":\n\n"))).toBe(true);
  expect(most).toBeLessThan(50);
});

test("what waits for a stream is written before its end", async () => {
  await open(600);
  streams.send([frame(1n)]);
  // The last of them waits for the next turn.
  for (const stream of streams.all()) stream.end();
  await expect.poll(() => received.every((text) => text.endsWith("0\r\n\r\n"))).toBe(true);
  expect(received.filter((text) => text.includes('"number":1'))).toHaveLength(600);
});
