import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { Leader, LeadLost } from "./leader.ts";

const NOON = Date.parse("2026-11-21T05:00:00Z");
const SECOND = 1_000;
const silent = pino({ level: "silent" });

let base: TestDatabase;
let lock = 100n;
const leaders: Leader[] = [];

beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(async () => {
  await base.close();
});
beforeEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.resign()));
  lock += 1n;
  await setTestClock(base.db, NOON);
});

/** A node of a cluster of its own: those of one test share a lock. */
function node(name: string): Leader {
  const leader = new Leader(
    { db: base.db, log: silent, node: name, checkClock: () => Promise.resolve() },
    lock,
  );
  leaders.push(leader);
  return leader;
}

const EPOCH = sql`SELECT epoch, node, locked FROM draw_leader`;
const END_BEATS = sql`
  SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
  WHERE application_name = 'test-draw-clock' AND datname = current_database()`;

async function lead(): Promise<{ epoch: bigint; node: string; locked: boolean }> {
  const [row] = await base.db.query<{ epoch: bigint; node: string; locked: boolean }>(EPOCH);
  if (row === undefined) throw new Error("the leader's row is missing");
  return row;
}

test("a leader that froze is passed over after the lease, though its session still holds the lock", async () => {
  const [frozen, other] = [node("frozen"), node("other")];
  expect(await frozen.take()).toBe(true);
  await setTestClock(base.db, NOON + 4 * SECOND);
  expect(await other.take()).toBe(false);
  await setTestClock(base.db, NOON + 4 * SECOND + 1);
  expect(await other.take()).toBe(true);
  expect(await lead()).toMatchObject({ node: "other", locked: false });
  await expect(frozen.transaction(() => Promise.resolve())).rejects.toThrow(LeadLost);
});

test("a leader that thaws notices at its beat, and the other one gets the lock that it frees", async () => {
  const [frozen, other] = [node("frozen"), node("other")];
  await frozen.take();
  await setTestClock(base.db, NOON + 5 * SECOND);
  await other.take();
  expect(await frozen.take()).toBe(false);
  expect(frozen.leads).toBe(false);
  expect(await other.take()).toBe(true);
  expect(await lead()).toMatchObject({ node: "other", locked: true });
});

test("a leader that beats is not passed over, whoever asks", async () => {
  const [first, second] = [node("first"), node("second")];
  await first.take();
  const { epoch } = await lead();
  for (let at = 1; at <= 20; at += 1) {
    await setTestClock(base.db, NOON + at * SECOND);
    expect(await first.take()).toBe(true);
    expect(await second.take()).toBe(false);
  }
  expect((await lead()).epoch).toBe(epoch);
});

test("a beat in the middle of work keeps the lead, and takes none", async () => {
  const [working, other] = [node("working"), node("other")];
  await working.take();
  const { epoch } = await lead();
  for (const at of [3, 6, 9]) {
    await setTestClock(base.db, NOON + at * SECOND);
    await working.beat();
    expect(await other.take()).toBe(false);
  }
  expect(await lead()).toMatchObject({ epoch, node: "working" });
  await setTestClock(base.db, NOON + 14 * SECOND);
  expect(await other.take()).toBe(true);
  await working.beat();
  expect(working.leads).toBe(false);
  await working.beat();
  expect(await lead()).toMatchObject({ epoch: epoch + 1n, node: "other" });
});

test("a leader that is gone leaves the lead at once, by its lock", async () => {
  const [gone, other] = [node("gone"), node("other")];
  await gone.take();
  await base.db.query(END_BEATS);
  await expect.poll(() => other.take(), { interval: 20 }).toBe(true);
});

test("one that resigned leaves the lead at once", async () => {
  const [first, second] = [node("first"), node("second")];
  await first.take();
  await first.resign();
  expect(await second.take()).toBe(true);
});

test("one that resigned leaves the lead at once, though one that froze before it has the lock still", async () => {
  const [frozen, second, third] = [node("frozen"), node("second"), node("third")];
  await frozen.take();
  await setTestClock(base.db, NOON + 5 * SECOND);
  await second.take();
  expect(await lead()).toMatchObject({ node: "second", locked: false });
  await second.resign();
  expect(await third.take()).toBe(true);
  expect(await lead()).toMatchObject({ node: "third", locked: false });
});

test("a cut connection of the beats does not move the lead", async () => {
  const leader = node("cut");
  await leader.take();
  const { epoch } = await lead();
  for (let round = 0; round < 3; round += 1) {
    await base.db.query(END_BEATS);
    await expect.poll(() => leader.take().catch(() => false), { interval: 20 }).toBe(true);
    expect(leader.leads).toBe(true);
    await leader.transaction(() => Promise.resolve());
  }
  expect((await lead()).epoch).toBe(epoch);
});

test("a leader that froze inside a transaction is not waited for", async () => {
  const [frozen, other] = [node("frozen"), node("other")];
  await frozen.take();
  let begun = (): void => undefined;
  const inside = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let thaw = (): void => undefined;
  const frozenFor = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const writing = frozen.transaction(async (tx) => {
    begun();
    await frozenFor;
    await tx.query(sql`UPDATE draw_pulse SET seen = seen + interval '1 hour'`);
  });
  const failed = expect(writing).rejects.toThrow();
  await inside;
  await setTestClock(base.db, NOON + 5 * SECOND);
  // It waits until PostgreSQL ends the transaction of the frozen one.
  expect(await other.take()).toBe(true);
  thaw();
  await failed;
});

test("a beat does not wait for a long transaction of its leader", async () => {
  const leader = node("long");
  await leader.take();
  await leader.transaction(async () => {
    expect(await leader.take()).toBe(true);
  });
});

test("beats that meet a write which finds the epoch over end the lead once, without an error", async () => {
  const [first, other] = [node("first"), node("other")];
  expect(await first.take()).toBe(true);
  await setTestClock(base.db, NOON + 5 * SECOND);
  expect(await other.take()).toBe(true);
  const outcomes = await Promise.allSettled([
    first.beat(),
    first.transaction(() => Promise.resolve()),
    first.take(),
    first.beat(),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await first.beat()).toBe(false);
  expect(await lead()).toMatchObject({ node: "other" });
  expect(await other.beat()).toBe(true);
});

test("after a leap of the clock nobody waits for a beat in the future", async () => {
  const [first, second] = [node("first"), node("second")];
  await setTestClock(base.db, NOON + 20 * 60 * SECOND);
  await first.take();
  await setTestClock(base.db, NOON);
  expect(await second.take()).toBe(true);
});

test("a leader of the version before, which holds the lock and does not beat, is not passed over", async () => {
  const old = await base.db.connect("draw-clock");
  try {
    await old.query(sql`SELECT pg_try_advisory_lock($1)`, [lock]);
    await old.query(sql`UPDATE draw_leader SET epoch = epoch + 1, node = 'old', since = house_clock()`);
    const next = node("next");
    await setTestClock(base.db, NOON + 60 * SECOND);
    expect(await next.take()).toBe(false);
    await old.close();
    await expect.poll(() => next.take(), { interval: 20 }).toBe(true);
  } finally {
    await old.close().catch(() => undefined);
  }
});

test("of many that ask at once for a lease that is over one leads", async () => {
  const frozen = node("frozen");
  await frozen.take();
  await setTestClock(base.db, NOON + 10 * SECOND);
  const others = Array.from({ length: 8 }, (_, i) => node(`other-${i}`));
  const taken = await Promise.all(others.map((other) => other.take()));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
