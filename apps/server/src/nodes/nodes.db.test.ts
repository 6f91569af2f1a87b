import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openNodes, type Nodes } from "./nodes.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

function node(name: string): Nodes {
  return openNodes({ db: base.db, log: pino({ level: "silent" }), metrics: new Registry(), node: name });
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
  const away = openNodes({
    db: { ...base.db, query: () => Promise.reject(new Error("away")) },
    log: pino({ level: "silent" }),
    metrics: new Registry(),
    node: "away",
  });
  await expect(away.beat()).rejects.toThrow("away");
  expect(away.count()).toBe(1);
  expect(one.count()).toBe(2);
  await one.stop();
  await two.stop();
});
