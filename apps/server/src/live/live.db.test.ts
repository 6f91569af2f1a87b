import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Queries, sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Frame, StreamClient } from "../testing/stream-client.ts";
import type { Caller, StreamContext } from "../http/handler.ts";
import { TooMany } from "../http/errors.ts";
import { type Live, openLive } from "./live.ts";

let base: TestDatabase;
let live: Live;
let server: Server;
let url: string;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

beforeEach(async () => {
  ({ live, server, url } = await openNode());
});
afterEach(() => closeNode(live, server));

/** A stub of the draws: reading them blocks while a test says so. */
const draws = { read: (): Promise<void> => Promise.resolve() };
afterEach(() => {
  draws.read = () => Promise.resolve();
});

const SESSION = "00000000-0000-4000-8000-000000000001";

let metrics: Registry;

async function openNode(): Promise<{ live: Live; server: Server; url: string }> {
  metrics = new Registry();
  const node = openLive(
    { db: base.db, log: pino({ level: "silent" }), metrics },
    {
      serverNow: () => 1234,
      readDraws: () => draws.read(),
      settings: { perAccount: 3, perAddress: 5, most: 50 },
    },
  );
  const http = createServer((request, response) => {
    // Replaces the token: ?player=1&session=…
    const query = new URL(request.url ?? "/", "http://house").searchParams;
    const player = query.get("player");
    const caller: Caller | undefined =
      player === null ? undefined : { playerId: BigInt(player), familyId: query.get("session") ?? SESSION };
    try {
      node.stream.open(contextOf(caller), request, response);
    } catch (error) {
      // As a port answers it.
      response.writeHead(error instanceof TooMany ? 429 : 503).end();
    }
  });
  await node.start();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("a port was asked for");
  return { live: node, server: http, url: `http://127.0.0.1:${address.port}/api/stream` };
}

function contextOf(caller: Caller | undefined): StreamContext {
  const nothing = {
    locale: "en-US",
    address: "127.0.0.1",
    device: "",
    userAgent: "",
    idempotencyKey: undefined,
  };
  return {
    ...nothing,
    caller,
    bodyHash: new Uint8Array(32),
    requestId: "1",
    concerns: () => undefined,
    log: pino({ level: "silent" }),
  };
}

async function closeNode(node: Live, http: Server): Promise<void> {
  await node.stop();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}

const WRITE = sql`INSERT INTO live_event (player_id, event, payload) VALUES ($1, $2, jsonb_build_object('n', $3::int))`;
async function write(tx: Queries, n: number, player: bigint | null = null): Promise<void> {
  await tx.query(WRITE, [player, player === null ? "period" : "balance", n]);
}

test("a stream begins with hello and then brings what is for everybody and for its player", async () => {
  const [guest, one, two] = await Promise.all([
    StreamClient.open(url),
    StreamClient.open(`${url}?player=1`),
    StreamClient.open(`${url}?player=2`),
  ]);
  for (const client of [guest, one, two])
    expect(await client.next()).toMatchObject({ event: "hello", data: { serverTime: 1234, missed: false } });
  await base.db.transaction(async (tx) => {
    await write(tx, 1);
    await write(tx, 2, 1n);
    await write(tx, 3, 2n);
    await write(tx, 4);
  });
  live.notify();
  expect(await guest.take(2)).toEqual([{ n: 1 }, { n: 4 }]);
  expect(await one.take(3)).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
  expect(await two.take(3)).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
  await Promise.all([guest.close(), one.close(), two.close()]);
});

test("a transaction that commits late loses nothing, and order holds", async () => {
  const client = await StreamClient.open(url);
  await client.next();
  let commit = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let wrote = (): void => undefined;
  const written = new Promise<void>((resolve) => {
    wrote = resolve;
  });
  // The first to write is the last to commit.
  const early = base.db.transaction(async (tx) => {
    await write(tx, 1);
    wrote();
    await held;
  });
  await written;
  await base.db.transaction((tx) => write(tx, 2));
  live.notify();
  await base.db.transaction((tx) => write(tx, 3));
  live.notify();
  commit();
  await early;
  live.notify();
  expect(await client.take(3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await client.close();
});

test("many writers at once: every event comes once, in the order of its id", async () => {
  const client = await StreamClient.open(url);
  await client.next();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < 25; i += 1) {
      await base.db.transaction(async (tx) => {
        await write(tx, writer * 1000 + i * 2);
        await write(tx, writer * 1000 + i * 2 + 1);
      });
      live.notify();
    }
  });
  const frames: Frame[] = [];
  while (frames.length < 400) {
    const frame = await client.next();
    if (frame === null) throw new Error("the stream ended");
    frames.push(frame);
  }
  await Promise.all(writers);
  const seen = frames.map(({ data }) => Number(JSON.stringify(data).replace(/\D/g, "")));
  expect(new Set(seen).size).toBe(400);
  for (let writer = 0; writer < 8; writer += 1) {
    const own = seen.filter((n) => Math.floor(n / 1000) === writer);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
  await client.close();
});

test("a stream resumes after the last event it had, on another node too", async () => {
  const first = await StreamClient.open(`${url}?player=1`);
  await first.next();
  await base.db.transaction((tx) => write(tx, 1));
  live.notify();
  const last = await first.next();
  await first.close();
  await base.db.transaction(async (tx) => {
    await write(tx, 2, 1n);
    await write(tx, 3, 2n);
    await write(tx, 4);
  });
  live.notify();
  const other = await openNode();
  for (const at of [url, other.url]) {
    const again = await StreamClient.open(`${at}?player=1`, last?.id);
    expect((await again.next())?.data).toEqual({ serverTime: 1234, missed: false });
    expect(await again.take(2)).toEqual([{ n: 2 }, { n: 4 }]);
    await again.close();
  }
  await closeNode(other.live, other.server);
});

const TELL_BALANCES = sql`SELECT tell_balances($1::bigint[], $2::bigint[])`;

test("of what many are told by one event each stream gets its player's, also after it moved to another node", async () => {
  const other = await openNode();
  const [guest, one, two] = await Promise.all([
    StreamClient.open(url),
    StreamClient.open(`${url}?player=1`),
    StreamClient.open(`${other.url}?player=2`),
  ]);
  for (const client of [guest, one, two]) await client.next();
  await base.db.query(TELL_BALANCES, [
    [1n, 2n, 12n],
    [100n, 200n, 1200n],
  ]);
  await base.db.transaction((tx) => write(tx, 1));
  live.notify();
  expect(await one.take(2)).toEqual([{ balance: "1.00" }, { n: 1 }]);
  const told = await two.next();
  expect(told).toMatchObject({ event: "balance", data: { balance: "2.00" } });
  // Nothing of it for those without an account.
  expect(await guest.take(1)).toEqual([{ n: 1 }]);
  await two.close();
  await base.db.query(TELL_BALANCES, [
    [1n, 2n, 2n],
    [101n, 201n, 202n],
  ]);
  live.notify();
  expect(await one.take(1)).toEqual([{ balance: "1.01" }]);
  await live.drain();
  for (const at of [url, other.url]) {
    const again = await StreamClient.open(`${at}?player=2`, told?.id);
    expect((await again.next())?.data).toMatchObject({ missed: false });
    expect(await again.take(3)).toEqual([{ n: 1 }, { balance: "2.01" }, { balance: "2.02" }]);
    await again.close();
  }
  await guest.close();
  await one.close();
  await closeNode(other.live, other.server);
});

test("a stream that moves to a node which reads later misses nothing, and hears nothing twice", async () => {
  const other = await openNode();
  const first = await StreamClient.open(`${other.url}?player=1`);
  await first.next();
  // Nobody waits for events on the node of `url`, so that it reads rarely; it has just read.
  await live.drain();
  await base.db.query(TELL_BALANCES, [[1n], [100n]]);
  await base.db.query(TELL_BALANCES, [[1n], [101n]]);
  other.live.notify();
  const last = (await first.next(), await first.next());
  expect(last?.data).toEqual({ balance: "1.01" });
  const again = await StreamClient.open(`${url}?player=1`, last?.id);
  expect((await again.next())?.data).toMatchObject({ missed: false });
  await base.db.query(TELL_BALANCES, [[1n], [102n]]);
  live.notify();
  expect(await again.take(1)).toEqual([{ balance: "1.02" }]);
  await first.close();
  await again.close();
  await closeNode(other.live, other.server);
});

test("while a stream waits to be greeted its session may end and others may fill the limits: both hold", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reading = (): void => undefined;
  const read = new Promise<void>((resolve) => {
    reading = resolve;
  });
  draws.read = () => {
    reading();
    return held;
  };
  let arrived = 0;
  server.on("request", () => (arrived += 1));
  await base.db.transaction((tx) => write(tx, 1));
  live.notify();
  await read;
  const ahead = { headers: { "last-event-id": "99999999999999-1" } };
  const open = (query: string): Promise<number> =>
    fetch(`${url}${query}`, ahead).then(
      ({ status }) => status,
      () => 0,
    );
  const own = open("?player=1");
  const guests = Array.from({ length: 9 }, () => open(""));
  await expect.poll(() => arrived).toBe(10);
  await live.endSession({ playerId: 1n, familyId: SESSION }, "logout");
  release();
  expect(await own).toBe(0);
  expect((await Promise.all(guests)).filter((status) => status === 200)).toHaveLength(5);
  expect(live.size()).toBe(5);
});

test("what is no longer kept, and what never was, is said to be missed", async () => {
  for (const id of ["1-1", "99999999999999-1"]) {
    const client = await StreamClient.open(url, id);
    expect((await client.next())?.data).toEqual({ serverTime: 1234, missed: true });
    await client.close();
  }
});

test("another node hears of it by a notice", async () => {
  const other = await openNode();
  const client = await StreamClient.open(other.url);
  await client.next();
  await base.db.transaction((tx) => write(tx, 7));
  live.notify();
  expect(await client.take(1)).toEqual([{ n: 7 }]);
  await client.close();
  await closeNode(other.live, other.server);
});

test("the end of a session ends its streams on every node, and no other", async () => {
  const other = await openNode();
  const gone = await StreamClient.open(`${other.url}?player=1`);
  const here = await StreamClient.open(`${url}?player=1`);
  const stays = await StreamClient.open(`${url}?player=1&session=00000000-0000-4000-8000-000000000002`);
  for (const client of [gone, here, stays]) await client.next();
  await live.endSession({ playerId: 1n, familyId: SESSION }, "password");
  for (const client of [gone, here]) {
    expect(await client.next()).toMatchObject({ event: "session", data: { ended: "password" } });
    expect(await client.next()).toBeNull();
  }
  await base.db.transaction((tx) => write(tx, 8));
  live.notify();
  expect(await stays.take(1)).toEqual([{ n: 8 }]);
  await stays.close();
  await closeNode(other.live, other.server);
});

test("a client that does not read is let go, and the others do not wait for it", async () => {
  const stuck = await fetch(url);
  const client = await StreamClient.open(url);
  await client.next();
  const big = sql`INSERT INTO live_event (event, payload) VALUES ('period', jsonb_build_object('n', $1::int, 'fill', repeat('x', 200000)))`;
  for (let n = 0; n < 60; n += 1) {
    await base.db.query(big, [n]);
    live.notify();
    expect((await client.next())?.data).toMatchObject({ n });
  }
  expect(live.size()).toBe(1);
  await stuck.body?.cancel().catch(() => undefined);
  await client.close();
});

test("nobody hears of a draw before those who ask are answered with it, nor when that fails", async () => {
  const guest = await StreamClient.open(url);
  await guest.take(1);
  const order: string[] = [];
  draws.read = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push("read");
    throw new Error("the database is away");
  };
  await base.db.transaction((tx) => write(tx, 7));
  live.notify();
  expect(await guest.take(1)).toEqual([{ n: 7 }]);
  order.push("told");
  expect(order).toEqual(["read", "told"]);
  await guest.close();
});

async function counted(name: string): Promise<number | undefined> {
  const [sample] = (await metrics.getSingleMetric(`lotus_live_${name}_total`)?.get())?.values ?? [];
  return sample?.value;
}

test("who was away for thousands of events is told to ask anew, and gets none of them", async () => {
  expect(await counted("missed")).toBe(0);
  const first = await StreamClient.open(`${url}?player=1`);
  const hello = await first.next();
  await first.close();
  const many = sql`
    INSERT INTO live_event (player_id, event, payload)
    SELECT 1, 'order', json_build_object('n', n, 'fill', repeat('x', 300)) FROM generate_series(1, $1::int) AS n`;
  await base.db.query(many, [50]);
  live.notify();
  await live.drain();
  const soon = await StreamClient.open(`${url}?player=1`, hello?.id);
  expect((await soon.next())?.data).toMatchObject({ missed: false });
  expect(await soon.take(50)).toMatchObject({ 0: { n: 1 }, 49: { n: 50 } });
  await base.db.query(many, [3_000]);
  live.notify();
  // Events are read once every transaction of the cluster that began before them is over: those of other tests too.
  const late = await vi.waitFor(
    async () => {
      await live.drain();
      const stream = await StreamClient.open(`${url}?player=1`, hello?.id);
      const { data } = (await stream.next()) ?? {};
      if (!Reflect.get(Object(data), "missed")) await stream.close();
      expect(data).toMatchObject({ missed: true });
      return stream;
    },
    { timeout: 20_000, interval: 100 },
  );
  await base.db.transaction((tx) => write(tx, 7, 1n));
  live.notify();
  // The next event is a new one.
  expect(await late.take(1)).toEqual([{ n: 7 }]);
  expect(await counted("missed")).toBe(1);
  await Promise.all([soon.close(), late.close()]);
});

test("a player has a few streams: one more ends the oldest, whatever its client does", async () => {
  expect(await counted("evicted")).toBe(0);
  const open: StreamClient[] = [];
  for (let n = 0; n < 5; n += 1) open.push(await StreamClient.open(`${url}?player=1`));
  expect([live.size(), await counted("evicted")]).toEqual([3, 2]);
  for (const client of open.slice(0, 2)) {
    await client.next();
    expect(await client.next()).toBeNull();
  }
  for (const client of open) await client.close();
});

test("an address has a few streams without an account, and ten times as many with one", async () => {
  expect(await counted("refused")).toBe(0);
  const guests: StreamClient[] = [];
  for (let n = 0; n < 4; n += 1) guests.push(await StreamClient.open(url));
  const known: StreamClient[] = [];
  for (let n = 0; n < 10; n += 1) known.push(await StreamClient.open(`${url}?player=${n + 1}`));
  for (const at of [url, `${url}?player=99`]) expect((await fetch(at)).status).toBe(429);
  expect(await counted("refused")).toBe(2);
  guests[0]?.stop();
  await expect.poll(() => live.size()).toBe(13);
  guests.push(await StreamClient.open(url));
  for (const client of [...guests, ...known]) client.stop();
});

test("what a client sends on its stream is answered by nothing, and its end ends the stream", async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  let got = "";
  socket.on("data", (part) => {
    got += part.toString("latin1");
  });
  const head = "GET /api/stream HTTP/1.1\r\nHost: house\r\n\r\n";
  socket.write(head);
  await expect.poll(() => got).toContain("event: hello");
  socket.write(head);
  await base.db.transaction((tx) => write(tx, 1));
  live.notify();
  await expect.poll(() => got).toContain('"n"');
  expect(got.split("HTTP/1.1").length).toBe(2);
  expect(live.size()).toBe(1);
  socket.end();
  await expect.poll(() => live.size()).toBe(0);
});

test.each(["HTTP/1.1", "HTTP/1.0"])(
  "a proxy that speaks %s and asks for one reply a connection keeps its stream",
  async (version) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    let got = "";
    socket.on("data", (part) => {
      got += part.toString("latin1");
    });
    socket.write(`GET /api/stream ${version}\r\nHost: house\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => got).toContain("event: hello");
    await base.db.transaction((tx) => write(tx, 1));
    live.notify();
    await expect.poll(() => got).toContain('"n"');
    socket.end();
    await expect.poll(() => live.size()).toBe(0);
  },
);

test("stopping ends every stream properly", async () => {
  const client = await StreamClient.open(url);
  await client.next();
  await live.stop();
  expect(await client.next()).toBeNull();
});
