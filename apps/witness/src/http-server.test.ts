import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWitnessServer } from "./http-server.ts";
import { CheckpointStore } from "./store.ts";
import { SampleLog } from "./testing/sample-log.ts";
import { originHashOf, Witness } from "./witness.ts";

let folder: string;
let server: Server;
let url: string;
let now: number;
const log = new SampleLog();

beforeEach(async () => {
  now = 1_700_000_000_000;
  folder = mkdtempSync(join(tmpdir(), "witness-http-"));
  const witness = new Witness({
    name: "w.example",
    secretKey: new Uint8Array(32).fill(9),
    logs: [log.key],
    store: new CheckpointStore(folder),
    now: () => now,
  });
  server = createWitnessServer(witness, () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const add = async (body: string) => fetch(`${url}/add-checkpoint`, { method: "POST", body });

test("a log gets its cosignature, a monitor the checkpoint", async () => {
  const path = `/${originHashOf(log.origin)}/checkpoint`;
  expect((await fetch(url + path)).status).toBe(404);
  const reply = await add(await log.request(0, 5));
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringMatching(/^— w\.example \S+\n$/u)]);
  const served = await fetch(url + path);
  expect(await served.text()).toContain(log.checkpoint(5));
});

test("a conflict has the size and its content type", async () => {
  await add(await log.request(0, 5));
  const reply = await add(await log.request(0, 6));
  expect([reply.status, reply.headers.get("content-type"), await reply.text()]).toEqual([
    409,
    "text/x.tlog.size",
    "5\n",
  ]);
});

test("what was cosigned within a day is shown to any page: each checkpoint once, with its first cosignature", async () => {
  const HOUR_MS = 3_600_000;
  const path = `/${originHashOf(log.origin)}/history`;
  const history = async (query = "") => {
    const reply = await fetch(url + path + query);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    const { checkpoints }: { checkpoints: string[] } = JSON.parse(await reply.text());
    return checkpoints.map((note) => Number(note.split("\n")[1]));
  };
  expect(await history()).toEqual([]);
  const start = now;
  await add(await log.request(0, 5));
  await add(await log.request(5, 5));
  now += 5_000;
  await add(await log.request(5, 6));
  expect(await history()).toEqual([5, 6]);
  const second = start / 1000;
  expect(await history(`?from=${second}&to=${second + 5}`)).toEqual([5]);
  expect(await history(`?from=${second + 1}&to=${second + 6}`)).toEqual([6]);
  // A line that a crash has cut off is no checkpoint.
  const [file = ""] = readdirSync(join(folder, originHashOf(log.origin), "history"));
  appendFileSync(join(folder, originHashOf(log.origin), "history", file), '{"at":17');
  expect(await history()).toEqual([5, 6]);
  now += 26 * HOUR_MS;
  await add(await log.request(6, 7));
  expect(await history(`?from=${second}&to=${second + 200_000}`)).toEqual([7]);
});

test.each([
  ["GET", `/${"a".repeat(64)}/history`, 200],
  ["GET", `/${"a".repeat(64)}/history?from=x&to=1`, 404],
  ["GET", "/add-checkpoint", 405],
  ["DELETE", "/health", 405],
  ["GET", "/health", 200],
  ["GET", "/nothing", 404],
  ["GET", `/${"a".repeat(64)}/checkpoint`, 404],
  ["GET", "/../../etc/passwd", 404],
])("%s %s is %i", async (method, path, status) => {
  expect((await fetch(url + path, { method })).status).toBe(status);
});

test("a request that is too large is refused, with and without a length", async () => {
  const large = "x".repeat(300_000);
  expect((await add(large)).status).toBe(413);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large));
      controller.close();
    },
  });
  const request: RequestInit & { duplex: "half" } = { method: "POST", body: stream, duplex: "half" };
  const outcome = await fetch(`${url}/add-checkpoint`, request).then(
    ({ status }) => status,
    // The connection may be closed before the response is read.
    () => 413,
  );
  expect(outcome).toBe(413);
});

test("requests are counted by status", async () => {
  await add(await log.request(0, 5));
  await add("nonsense");
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('witness_requests_total{method="POST",status="200"} 1\n');
  expect(text).toContain('witness_requests_total{method="POST",status="400"} 1\n');
  expect(text.endsWith("# EOF\n")).toBe(true);
});
