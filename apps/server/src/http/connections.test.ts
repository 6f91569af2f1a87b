import { createServer, type Server as HttpServer } from "node:http";
import { connect, createServer as createNetServer, type Socket } from "node:net";
import { Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { Connections } from "./connections.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Opened {
  readonly connections: Connections;
  readonly metrics: Registry;
  /** A client that does not read, and the server's socket. */
  join(): Promise<{ client: Socket; socket: Socket }>;
}

/** A server that accepts sockets and does nothing with them. */
async function open(perAddress = 100): Promise<Opened> {
  const metrics = new Registry();
  const settings = { perAddress, most: 1_000 };
  const connections = new Connections({ settings, now: () => 0, metrics, prefix: "test" });
  const server = createNetServer({ allowHalfOpen: true });
  const joined: ((socket: Socket) => void)[] = [];
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => undefined);
    connections.add(socket);
    joined.shift()?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return {
    connections,
    metrics,
    join: async () => {
      const { promise, resolve } = Promise.withResolvers<Socket>();
      joined.push(resolve);
      const client = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
      client.on("error", () => undefined);
      closing.push(() => client.destroy());
      const socket = await promise;
      closing.push(() => socket.destroy());
      return { client, socket };
    },
  };
}

function portOf(server: { address(): unknown }): number {
  const address = server.address();
  if (typeof address !== "object" || address === null || !("port" in address)) throw new Error("no port");
  return Number(address.port);
}

async function cut(metrics: Registry, why: string): Promise<number | undefined> {
  const found = await metrics.getSingleMetric("test_connections_cut_total")?.get();
  return found?.values.find(({ labels }) => labels["why"] === why)?.value;
}

/** More than the kernel buffers for a client that does not read; three times this is more than an address may have. */
const MUCH = Buffer.alloc(7 * 1024 ** 2);

test("a socket that was ended is destroyed after a grace, though its client stays", async () => {
  const { connections, metrics, join } = await open();
  const { socket } = await join();
  expect(await cut(metrics, "ended")).toBe(0);
  socket.end("bye");
  await new Promise((resolve) => socket.once("finish", resolve));
  connections.sweep(1_000);
  connections.sweep(5_999);
  expect(socket.destroyed).toBe(false);
  connections.sweep(6_000);
  expect(socket.destroyed).toBe(true);
  expect(await cut(metrics, "ended")).toBe(1);
});

test("what its client leaves unread for too long is let go; who reads, however slowly, keeps it", async () => {
  const { connections, metrics, join } = await open();
  const [stuck, slow] = [await join(), await join()];
  stuck.socket.write(MUCH);
  // A file is written further as it is read.
  slow.socket.on("drain", () => slow.socket.write(MUCH));
  slow.socket.write(MUCH);
  connections.sweep(0);
  let read = 0;
  slow.client.on("data", (part) => {
    read += part.length;
    if (read > MUCH.length) slow.client.pause();
  });
  await expect.poll(() => slow.socket.bytesWritten, { timeout: 30_000 }).toBeGreaterThan(MUCH.length);
  connections.sweep(60_000);
  expect([stuck.socket.destroyed, slow.socket.destroyed]).toEqual([true, false]);
  expect(await cut(metrics, "stalled")).toBe(1);
  // The client stops reading.
  connections.sweep(120_000);
  expect(slow.socket.destroyed).toBe(true);
});

test("no address has more waiting than it may, whoever asked for it", async () => {
  const { connections, metrics, join } = await open();
  const sides = [await join(), await join(), await join()];
  for (const { socket } of sides) socket.write(MUCH);
  connections.sweep(0);
  connections.sweep(1_000);
  const waiting = sides.reduce((sum, { socket }) => sum + (socket.destroyed ? 0 : socket.writableLength), 0);
  expect(waiting).toBeLessThanOrEqual(16 * 1024 ** 2);
  expect(sides.at(-1)?.socket.destroyed).toBe(false);
  expect(await cut(metrics, "bytes")).toBeGreaterThan(0);
});

test("an address keeps a few connections that ask for nothing, and so many in all", async () => {
  const metrics = new Registry();
  const connections = new Connections({
    settings: { perAddress: 20, most: 1_000 },
    now: () => 0,
    metrics,
    prefix: "test",
  });
  const server: HttpServer = createServer((_request, response) => response.end("yes"));
  connections.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const join = async (): Promise<Socket> => {
    const client = connect({ port: portOf(server), host: "127.0.0.1" });
    client.on("error", () => undefined);
    closing.push(() => client.destroy());
    await new Promise((resolve) => client.once("connect", resolve));
    return client;
  };
  const request = async (client: Socket): Promise<boolean> => {
    const answered = new Promise<boolean>((resolve) => {
      client.once("data", () => resolve(true));
      client.once("close", () => resolve(false));
    });
    client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return await answered;
  };
  const silent = [await join(), await join()];
  await expect.poll(() => connections.size).toBe(2);
  expect(await request(await join())).toBe(false);
  // Connections that have sent a request no longer count as silent.
  for (const client of silent) expect(await request(client)).toBe(true);
  const more: boolean[] = [];
  for (let n = 0; n < 20; n += 1) more.push(await request(await join()));
  expect(more).toEqual(Array.from({ length: 20 }, (_, n) => n < 18));
  expect((await metrics.getSingleMetric("test_connections_refused_total")?.get())?.values[0]?.value).toBe(3);
});
