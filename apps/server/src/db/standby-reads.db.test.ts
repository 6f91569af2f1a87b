import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { startTestCluster } from "../testing/test-cluster.ts";
import { startTestStandby, type TestStandby } from "../testing/test-standby.ts";
import { periodsOf, recharge } from "../testing/withdrawals.ts";
import { readSettings } from "../settings/settings.ts";
import { DatabaseUnavailable, openDatabase, type Queries, type ReadPlace, sql } from "./database.ts";
import { openPool } from "./pool.ts";
import { openServerDatabase } from "./server-database.ts";
import { standbyReads } from "./standby-reads.ts";

/** Reads from a real standby that follows, falls behind and goes away, beside a server that places bets. */

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let standby: TestStandby;
let played: PlayedServer;
let prizeNo: string;
const places: ReadPlace[] = [];
beforeAll(async () => {
  cluster = await startTestCluster();
  standby = await startTestStandby(cluster);
  const onRead = (place: ReadPlace) => void places.push(place);
  played = await openPlayedServer({}, { ...cluster, standby: { url: standby.url, onRead } });
  prizeNo = await periodsOf(played).open();
});
afterAll(async () => {
  await played?.close();
  await standby?.stop();
  await cluster?.stop();
});
beforeEach(() => {
  places.length = 0;
});

/** Places a bet and returns the mark of its reply. */
async function bet(player: TestPlayer): Promise<string> {
  const reply = await fetch(`${played.url}/api/lottery/order/K3`, {
    method: "POST",
    headers: { Token: player.token, "Content-Type": "application/json" },
    body: JSON.stringify({
      version: 1,
      prize_no: prizeNo,
      bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }],
    }),
  });
  expect(await reply.json()).toMatchObject({ code: 0 });
  return reply.headers.get("freshness") ?? "";
}

/** How many bets the player's records show to who was told this. */
async function records(player: TestPlayer, told: Record<string, string>): Promise<number> {
  const reply = await fetch(`${played.url}/api/lottery/orderList/ALL?range=today`, {
    headers: { Token: player.token, ...told },
  });
  // As the contract says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { code, data } = (await reply.json()) as { code: number; data: { list: unknown[] } };
  expect(code).toBe(0);
  return data.list.length;
}

/** What the leader of a house does each second. */
async function write(db: Queries = played.base.db): Promise<void> {
  await db.query(sql`SELECT pg_logical_emit_message(true, 'beat', '')`);
}

/** Waits until the standby has replayed a mark. */
async function replayed(mark: string): Promise<void> {
  const where = async (): Promise<boolean> => {
    let fresh = false;
    await write();
    places.length = 0;
    await played.base.db.reads.run({ freshness: mark, lastEventId: undefined }, () => {
      fresh = places.length === 0;
      return Promise.resolve();
    });
    return fresh && places[0] === "standby";
  };
  await expect.poll(where, { timeout: 20_000 }).toBe(true);
  places.length = 0;
}

test("records come from a standby that knows the reader's last bet, and from the primary while it does not", async () => {
  const player = await played.register("reads_records");
  await recharge(played, player, "100.00");
  const first = await bet(player);
  expect(first).toMatch(/^[0-9A-F]{8}-[0-9A-F]+\/[0-9A-F]+$/u);
  await replayed(first);
  expect(await records(player, { Freshness: first })).toBe(1);
  expect(places).toEqual(["standby"]);

  await standby.pause();
  try {
    const second = await bet(player);
    expect(await records(player, { Freshness: second })).toBe(2);
    // Who was told of the first alone may see the past.
    expect(await records(player, { Freshness: first })).toBe(1);
    // Who says nothing is answered by the primary.
    expect(await records(player, {})).toBe(2);
    expect(places).toEqual(["standby", "behind", "standby", "unknown"]);
  } finally {
    await standby.resume();
  }
});

const NEWEST_EVENT = sql`SELECT xid::text || '-' || id AS id FROM live_event ORDER BY xid DESC, id DESC LIMIT 1`;

test("what an event has told is seen too, though another window wrote it", async () => {
  const player = await played.register("reads_events");
  await recharge(played, player, "100.00");
  const mark = await bet(player);
  await replayed(mark);
  await standby.pause();
  try {
    await bet(player);
    const [event] = await played.base.owner.query<{ id: string }>(NEWEST_EVENT);
    expect(await records(player, { Freshness: mark, "Last-Event-ID": event?.id ?? "" })).toBe(2);
    expect(places).not.toContain("standby");
    expect(await records(player, { Freshness: mark, "Last-Event-ID": "9223372036854775000-1" })).toBe(2);
    expect(places).not.toContain("standby");
  } finally {
    await standby.resume();
  }
  const [event] = await played.base.owner.query<{ id: string }>(NEWEST_EVENT);
  places.length = 0;
  const both = async () => {
    await records(player, { Freshness: mark, "Last-Event-ID": event?.id ?? "" });
    return places.at(-1);
  };
  await expect.poll(both, { timeout: 20_000 }).toBe("standby");
});

test("a mark that no server gave, or of a timeline yet to come, is answered by the primary", async () => {
  const player = await played.register("reads_marks");
  await recharge(played, player, "100.00");
  const mark = await bet(player);
  await replayed(mark);
  for (const told of ["none", "x", "1-0/1", "0000000F-0/1", `${mark}'`, "00000001-FFFFFFFF/FFFFFFFF"])
    expect(await records(player, { Freshness: told })).toBe(1);
  expect(places).not.toContain("standby");
});

test("money records come from the standby; balances and what decides never do", async () => {
  const player = await played.register("reads_money");
  await recharge(played, player, "100.00");
  const mark = await bet(player);
  await replayed(mark);
  const paths = [
    "/api/user/orderList?type=recharge&range=today",
    "/api/user/orderList?type=transaction&range=today",
  ];
  for (const path of paths) {
    const reply = await fetch(played.url + path, { headers: { Token: player.token, Freshness: mark } });
    expect(await reply.json()).toMatchObject({ code: 0 });
  }
  expect(places).toEqual(["standby", "standby"]);
  for (const path of ["/api/user/userInfo", "/api/user/report", "/api/user/withdrawQuote?amount=1.00"])
    await fetch(played.url + path, { headers: { Token: player.token, Freshness: mark } });
  expect(places).toEqual(["standby", "standby"]);
});

test("a server reads from the standbys of READ_DATABASE_URL", async () => {
  const own: ReadPlace[] = [];
  const admin = new Client({ connectionString: cluster.adminUrl });
  await admin.connect();
  await admin.query("CREATE DATABASE reads_of_a_server OWNER lotus_owner");
  await admin.end();
  const url = new URL(played.base.ownerUrl);
  url.pathname = "/reads_of_a_server";
  const environment = { DATABASE_URL: url.href, READ_DATABASE_URL: standby.url("reads_of_a_server") };
  const server = await openServerDatabase({
    settings: readSettings(environment, "demo"),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    random: () => 0.5,
    onFull: () => undefined,
    onRead: (place) => void own.push(place),
  });
  try {
    const { reads } = server.db;
    const mark = (await reads.mark?.()) ?? "";
    const place = async () => {
      await write(server.db);
      await reads.run({ freshness: mark, lastEventId: undefined }, () => Promise.resolve());
      return own.at(-1);
    };
    await expect.poll(place, { timeout: 20_000 }).toBe("standby");
  } finally {
    await server.close();
  }
});

/** A pool that asks the standby itself. */
const openOnStandby = () =>
  openPool({
    url: standbyOf(played.base.url),
    applicationName: "reads",
    size: 1,
    waitTimeoutMs: 10_000,
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 10_000,
    genericPlans: false,
    host: "any",
    random: () => 0.5,
    onIdleError: () => undefined,
    onFull: () => undefined,
  });

const standbyOf = (url: string): string => standby.url(new URL(url).pathname.slice(1));

test("a primary that has started again as a standby is not taken for one, and its refusals name it as lost", async () => {
  const db = openDatabase({
    url: standbyOf(played.base.url),
    applicationName: "servers",
    size: 1,
    random: () => 0.5,
  });
  await expect(db.query(sql`SELECT 1 AS one`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await db.close();
  const asked = openOnStandby();
  // Of an unlogged table, and of another: they have different codes.
  for (const statement of [
    sql`DELETE FROM node`,
    sql`DELETE FROM live_event`,
    sql`SELECT nextval('transfer_id')`,
  ])
    await expect(asked.query(statement)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await asked.close();
});

test("a standby that has heard nothing new for too long is not asked", async () => {
  const { base } = played;
  const mark = (await base.db.reads.mark?.()) ?? "";
  await replayed(mark);
  const db = openOnStandby();
  const placeWithin = async (maxAgeMs: number): Promise<ReadPlace | undefined> => {
    const own: ReadPlace[] = [];
    const reads = standbyReads({
      primary: base.db,
      standby: db,
      onRead: (place) => own.push(place),
      maxAgeMs,
    });
    await reads.run({ freshness: mark, lastEventId: undefined }, () => Promise.resolve());
    return own[0];
  };
  expect(await placeWithin(60_000)).toBe("standby");
  // No commit is as new as the question.
  expect(await placeWithin(0)).toBe("behind");
  await db.close();
});

test("a standby that is away, or a URL that leads to the primary, costs a reader nothing but time", async () => {
  const { base } = played;
  const mark = (await base.db.reads.mark?.()) ?? "";
  const own: ReadPlace[] = [];
  const isStandby = async (db: Queries) =>
    (await db.query<{ standby: boolean }>(sql`SELECT pg_is_in_recovery() AS standby`))[0]?.standby;
  for (const standbyUrl of ["postgres://nobody@127.0.0.1:1/nothing", base.url]) {
    const db = openDatabase({
      url: base.url,
      standbyUrl,
      applicationName: "reads",
      size: 1,
      random: () => 0.5,
      onRead: (place) => own.push(place),
    });
    expect(await db.reads.run({ freshness: mark, lastEventId: undefined }, isStandby)).toBe(false);
    await db.close();
  }
  expect(own).toEqual(["failed", "behind"]);
});
