import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { type LiveNode, openLiveNode, SESSION, write } from "../testing/live-node.ts";
import { StreamClient } from "../testing/stream-client.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { Live } from "./live.ts";

/** Streams that end here and go on there, as they do when a server leaves. */

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
const TELL_BALANCES = sql`SELECT tell_balances($1::bigint[], $2::bigint[])`;
const UNREAD = sql`SELECT id FROM live_event WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())`;

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
  await other.close();
});

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
  await other.close();
});

test("a stream that moves to a node which reads later misses nothing, and hears nothing twice", async () => {
  const other = await openNode();
  const first = await StreamClient.open(`${other.url}?player=1`);
  await first.next();
  // Nobody waits for events on the node of `url`, so that it does not read at once what players are told.
  await base.db.query(TELL_BALANCES, [[1n], [100n]]);
  await base.db.query(TELL_BALANCES, [[1n], [101n]]);
  other.live.notify("players");
  const last = (await first.next(), await first.next());
  expect(last?.data).toEqual({ balance: "1.01" });
  const again = await StreamClient.open(`${url}?player=1`, last?.id);
  expect((await again.next())?.data).toMatchObject({ missed: false });
  await base.db.query(TELL_BALANCES, [[1n], [102n]]);
  live.notify();
  expect(await again.take(1)).toEqual([{ balance: "1.02" }]);
  await first.close();
  await again.close();
  await other.close();
});

test("the first stream of a node does not hear what was told before it", async () => {
  await base.db.query(TELL_BALANCES, [[1n], [100n]]);
  // It can be read once every older transaction of the cluster is over: those of other tests too.
  await expect.poll(() => base.db.query(UNREAD), { timeout: 20_000 }).toEqual([]);
  const client = await StreamClient.open(`${url}?player=1`);
  await client.next();
  await base.db.query(TELL_BALANCES, [[1n], [101n]]);
  live.notify("players");
  expect(await client.take(1)).toEqual([{ balance: "1.01" }]);
  await client.close();
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
  await expect.poll(() => node.arrived()).toBe(10);
  await live.endSession({ playerId: 1n, familyId: SESSION }, "logout");
  release();
  expect(await own).toBe(0);
  expect((await Promise.all(guests)).filter((status) => status === 200)).toHaveLength(5);
  expect(live.size()).toBe(5);
});
