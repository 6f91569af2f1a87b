import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, DatabaseFull, DatabaseUnavailable, sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openNodes, type Nodes } from "./nodes.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const clock = { now: () => 0, elapsed: () => now };
let now = 0;

function node(name: string, db: Pick<Database, "query"> = base.db): Nodes {
  const log = pino({ level: "silent" });
  return openNodes({ db: { ...base.db, ...db }, log, metrics: new Registry(), node: name, clock });
}

const FREEZE = sql`UPDATE node SET seen = seen - interval '7 seconds' WHERE name = $1`;

test("servers count each other as they come, leave and fall silent", async () => {
  const [one, two, three] = [node("one"), node("two"), node("three")];
  const told: number[] = [];
  one.onChange((count) => told.push(count));
  await one.start();
  expect(one.count()).toBe(1);
  await two.start();
  await three.start();
  await one.beat();
  expect([one.count(), two.count(), three.count()]).toEqual([3, 2, 3]);

  await two.stop();
  await base.owner.query(FREEZE, ["three"]);
  await one.beat();
  expect(one.count()).toBe(1);
  await three.beat();
  await one.beat();
  expect(one.count()).toBe(2);
  expect(told).toEqual([3, 1, 2]);
  await one.stop();
  await three.stop();
});

test("what was last known counts while the database is away", async () => {
  const [one, two] = [node("one"), node("two")];
  await two.start();
  await one.start();
  const away = node("away", { query: () => Promise.reject(new Error("away")) });
  await expect(away.beat()).rejects.toThrow("away");
  expect(away.count()).toBe(1);
  expect(one.count()).toBe(2);
  await one.stop();
  await two.stop();
});

test("a database confirms nothing while beats have no answer or are refused, unless its disk is full", async () => {
  let reply = Promise.resolve([{ nodes: 1 }]);
  // What a beat returns.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const one = node("one", { query: (() => reply) as unknown as Database["query"] });
  await one.beat();
  now += 60_000;
  expect(one.confirms()).toBe(true);

  const late = Promise.withResolvers<{ nodes: number }[]>();
  reply = late.promise;
  const waiting = one.beat();
  now += 2_999;
  expect(one.confirms()).toBe(true);
  now += 1;
  expect(one.confirms()).toBe(false);
  late.resolve([{ nodes: 1 }]);
  await waiting;
  expect(one.confirms()).toBe(true);

  reply = Promise.reject(new DatabaseUnavailable("no answer"));
  await expect(one.beat()).rejects.toThrow("no answer");
  now += 3_000;
  expect(one.confirms()).toBe(false);
  // A primary that was cut off has started again as a standby.
  reply = Promise.reject(new Error("cannot access temporary or unlogged relations during recovery"));
  await expect(one.beat()).rejects.toThrow("during recovery");
  expect(one.confirms()).toBe(false);
  reply = Promise.reject(new DatabaseFull("no space left on device"));
  await expect(one.beat()).rejects.toThrow("no space");
  expect(one.confirms()).toBe(true);
});

test("a beat is as lasting as a bet", async () => {
  const [before] = await base.owner.query<{ at: string }>(sql`SELECT pg_current_wal_flush_lsn()::text AS at`);
  await node("lasting").beat();
  const [after] = await base.owner.query<{ more: boolean }>(
    sql`SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS more`,
    [before?.at],
  );
  expect(after?.more).toBe(true);
});
