import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { openTestDraws, type TestDraws } from "../testing/draws.ts";

/** A server that has much to do when it takes the draw clock over: its machine is slow, or its log is long. */

const NOON = Date.parse("2026-11-21T05:00:00Z");
const SECOND = 1_000;
const BEATEN = sql`SELECT node, beat >= house_clock() AS beaten FROM draw_leader`;

let base: TestDatabase;
const nodes: TestDraws[] = [];
beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, NOON);
});
afterAll(async () => {
  await Promise.all(nodes.map((draws) => draws.stop()));
  await base.close();
});

test("a server that takes long to take the draw clock over keeps the lead meanwhile", async () => {
  const [busy, other] = ["busy", "other"].map((node) => openTestDraws(base.db, { node, codes: ["FFC"] }));
  if (busy === undefined || other === undefined) throw new Error("no draws");
  nodes.push(busy, other);
  const [began, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lead = vi.spyOn(busy.fairness, "lead");
  lead.mockImplementationOnce(async () => {
    began.resolve();
    await released.promise;
  });
  const started = busy.start();
  await began.promise;
  // Three times as long as a lease, by the clock of the house.
  for (let at = 3; at <= 12; at += 3) {
    await setTestClock(base.db, NOON + at * SECOND);
    await vi.waitFor(
      async () => expect(await base.db.query(BEATEN)).toEqual([{ node: "busy", beaten: true }]),
      { timeout: 20_000, interval: 20 },
    );
    expect(await other.tick()).toBe(false);
  }
  released.resolve();
  await started;
  expect(await base.db.query(BEATEN)).toMatchObject([{ node: "busy" }]);
});
