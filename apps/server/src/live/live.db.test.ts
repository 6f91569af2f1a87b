import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "../db/database.ts";
import { type LiveNode, openLiveNode, write } from "../testing/live-node.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Frame, StreamClient } from "../testing/stream-client.ts";
import type { Live } from "./live.ts";

let base: TestDatabase;
let node: LiveNode;
let live: Live;
let url: string;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

beforeEach(async () => {
  node = await openNode();
  ({ live, url } = node);
});
afterEach(() => node.close());

/** Reading the draws blocks while a test says so. */
const draws = { read: (): Promise<void> => Promise.resolve() };
afterEach(() => {
  draws.read = () => Promise.resolve();
});

const openNode = (): Promise<LiveNode> => openLiveNode(base.db, () => draws.read());

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
  await other.close();
});

test("the end of a session ends its streams on every node, and no other", async () => {
  const ending = "00000000-0000-4000-8000-000000000003";
  const other = await openNode();
  const gone = await StreamClient.open(`${other.url}?player=1&session=${ending}`);
  const here = await StreamClient.open(`${url}?player=1&session=${ending}`);
  const stays = await StreamClient.open(`${url}?player=1&session=00000000-0000-4000-8000-000000000002`);
  for (const client of [gone, here, stays]) await client.next();
  await live.endSession({ playerId: 1n, familyId: ending }, "password");
  for (const client of [gone, here]) {
    expect(await client.next()).toMatchObject({ event: "session", data: { ended: "password" } });
    expect(await client.next()).toBeNull();
  }
  await base.db.transaction((tx) => write(tx, 8));
  live.notify();
  expect(await stays.take(1)).toEqual([{ n: 8 }]);
  await stays.close();
});

test("a node without streams reads only what is for all, and its first stream gets all that its client lacks", async () => {
  const other = await openNode();
  const told: string[] = [];
  other.live.onEvents((events) => told.push(...events.map(({ event }) => event)));
  const client = await StreamClient.open(`${url}?player=1`);
  const hello = await client.next();
  await base.db.transaction(async (tx) => {
    for (let n = 1; n <= 5; n += 1) await write(tx, n, n === 3 ? null : 1n);
  });
  live.notify();
  await expect.poll(() => told).toEqual(["period"]);
  expect(await client.take(5)).toHaveLength(5);
  await client.close();
  const moved = await StreamClient.open(`${other.url}?player=1`, hello?.id);
  expect((await moved.next())?.data).toMatchObject({ missed: false });
  expect(await moved.take(5)).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
  expect(told).toEqual(["period"]);
  await base.db.transaction((tx) => write(tx, 6, 1n));
  live.notify();
  expect(await moved.take(1)).toEqual([{ n: 6 }]);
  expect(told).toEqual(["period", "balance"]);
  await moved.close();
  await other.close();
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
  const [sample] = (await node.metrics.getSingleMetric(`lotus_live_${name}_total`)?.get())?.values ?? [];
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
  const head = "GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
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
    socket.write(`GET /api/stream ${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
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
