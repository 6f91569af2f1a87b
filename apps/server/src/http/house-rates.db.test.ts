import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, sql } from "../db/database.ts";
import { openNodes, type Nodes } from "../nodes/nodes.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import type { Rate } from "../settings/rate-settings.ts";
import type { CentralAnswer } from "./house-buckets.ts";
import { ModelCentralBuckets } from "../testing/central-buckets.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { centralQuestions } from "./central-questions.ts";
import { openHouseRates, type HouseRates } from "./house-rates.ts";
import type { Buckets, Wait } from "./token-buckets.ts";

/** The limits of a house of several servers, on a real database. */

const keys = readKeys(makeKeys((length) => randomBytes(length)));
/** A machine that tests keep busy answers late. */
const TIMEOUT_MS = 20_000;
const silent = pino({ level: "silent" });

let base: TestDatabase;
let now = 0;
const started: Nodes[] = [];
beforeAll(async () => {
  base = await openTestDatabase(20);
});
afterAll(() => base.close());
beforeEach(() => {
  now = Date.UTC(2026, 10, 25);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((nodes) => nodes.stop()));
  await base.owner.query(sql`TRUNCATE rate_bucket, node, node_alone`);
});

interface Server {
  readonly nodes: Nodes;
  readonly rates: HouseRates;
}

async function start(name: string, db: Pick<Database, "query"> = base.db): Promise<Server> {
  const clock = { now: () => now };
  const nodes = openNodes({ db: base.db, log: silent, metrics: new Registry(), node: name, clock });
  const rates = openHouseRates({ db, keys, clock, log: silent, metrics: new Registry() }, nodes, TIMEOUT_MS);
  started.push(nodes);
  return { nodes, rates };
}

const PASS = sql`
  WITH moved AS (UPDATE rate_bucket SET at = at - $1::int * interval '1 millisecond')
  UPDATE node_alone SET at = at - $1::int * interval '1 millisecond'`;

/** Lets time pass for the servers and in the database. */
async function pass(ms: number): Promise<void> {
  now += ms;
  await base.owner.query(PASS, [ms]);
}

/** Servers that know each other, after so long that everything is full. */
async function house(servers: number, rate: Rate): Promise<{ all: Server[]; buckets: Buckets[] }> {
  const all: Server[] = [];
  const buckets: Buckets[] = [];
  for (let at = 0; at < servers; at += 1) {
    const server = await start(`node-${at}`);
    all.push(server);
    buckets.push(server.rates.of("read", rate, "account"));
  }
  for (const { nodes } of all) await nodes.start();
  for (const { nodes } of all) await nodes.beat();
  expect(all.map(({ nodes }) => nodes.count())).toEqual(all.map(() => servers));
  await pass(3_600_000);
  return { all, buckets };
}

function atOnce(requests: number, ask: (at: number) => Wait | undefined): Promise<(number | undefined)[]> {
  return Promise.all(Array.from({ length: requests }, async (_, at) => await ask(at)));
}

function grantedOf(waits: readonly (number | undefined)[]): number {
  return waits.filter((waitMs) => waitMs === 0).length;
}

const ROWS = sql`SELECT class, subject, tokens FROM rate_bucket ORDER BY class, subject`;

describe.each([2, 3])("%i servers", (servers) => {
  test("grant one burst together, however many ask at once, and one pace after it", async () => {
    const rate = { perSecond: 20, burst: 100 };
    const { buckets } = await house(servers, rate);
    const began = performance.now();
    const ask = async (requests: number): Promise<number> => {
      return grantedOf(await atOnce(requests, (at) => buckets[at % servers]?.take("7")));
    };
    const most = (tokens: number): number => tokens + (rate.perSecond * (performance.now() - began)) / 1000;
    const burst = await ask(600);
    expect(burst).toBeGreaterThanOrEqual(100);
    expect(burst).toBeLessThanOrEqual(most(100));
    let granted = burst;
    for (let second = 1; second <= 5; second += 1) {
      await pass(1_000);
      granted += await ask(120);
      expect(granted).toBeLessThanOrEqual(most(100 + second * rate.perSecond));
    }
    expect(granted).toBeGreaterThanOrEqual(100 + 5 * rate.perSecond - servers);
    // Another subject has all of its own.
    expect(await buckets[0]?.take("8")).toBe(0);
  });

  test("allow one debt together", async () => {
    const { buckets } = await house(servers, { perSecond: 20, burst: 100 });
    expect(grantedOf(await atOnce(12, (at) => buckets[at % servers]?.takeMore("7", 500)))).toBe(1);
    for (const server of buckets) expect(await server.takeMore("7", 500)).toBeGreaterThan(20_000);
  });
});

test("what is asked for within the own share, or on a server that is alone, touches no row", async () => {
  const alone = await start("alone");
  const buckets = alone.rates.of("read", { perSecond: 20, burst: 100 }, "account");
  await alone.nodes.start();
  for (let each = 0; each < 300; each += 1) void buckets.take("7");
  expect(await base.owner.query(ROWS)).toEqual([]);
  await alone.nodes.stop();

  const { buckets: both } = await house(2, { perSecond: 20, burst: 100 });
  for (const server of both) for (let each = 0; each < 12; each += 1) expect(server.take("7")).toBe(0);
  expect(await base.owner.query(ROWS)).toEqual([]);
});

test("a server that comes finds nothing left of what the other one granted alone", async () => {
  const rate = { perSecond: 20, burst: 100 };
  const one = await start("one");
  const here = one.rates.of("read", rate, "account");
  await one.nodes.start();
  for (let each = 0; each < 100; each += 1) expect(here.take("7")).toBe(0);
  // Rows of an older time, when there were others.
  await base.owner.query(
    sql`INSERT INTO rate_bucket VALUES ('read', '7', 60, clock_timestamp() - interval '1 hour')`,
  );
  const other = await start("other");
  const there = other.rates.of("read", rate, "account");
  await other.nodes.start();
  expect(other.nodes.count()).toBe(2);
  expect(grantedOf(await atOnce(50, () => there.take("7")))).toBe(0);
  await one.nodes.beat();
  // Three seconds after a server was alone the central bucket begins to fill.
  await pass(4_000);
  const granted = grantedOf(await atOnce(100, (at) => (at % 2 === 0 ? here : there).take("7")));
  expect(granted).toBeGreaterThan(10);
  expect(granted).toBeLessThan(60);
});

test("of servers that start together, one at most finds itself alone", async () => {
  const all = await Promise.all(["a", "b", "c"].map((name) => start(name)));
  await Promise.all(all.map(({ nodes }) => nodes.start()));
  expect(all.filter(({ nodes }) => nodes.count() === 1).length).toBeLessThanOrEqual(1);
});

test("accounts are stored by their number, addresses as keyed hashes", async () => {
  const { all } = await house(2, { perSecond: 20, burst: 100 });
  const [one] = all;
  const entry = one?.rates.of("entry", { perSecond: 1, burst: 2 }, "address");
  const bets = one?.rates.of("bets", { perSecond: 1, burst: 2 }, "account");
  await entry?.take("203.0.113.9");
  await bets?.take("9007199254740993");
  const hash = createHmac("sha256", keys.pepper.current).update("rate|entry|203.0.113.9").digest("hex");
  expect(await base.owner.query(ROWS)).toMatchObject([
    { class: "bets", subject: "9007199254740993" },
    { class: "entry", subject: hash },
  ]);
});

test("rows of full buckets go, rows of others and of debtors stay, and a server left alone clears up", async () => {
  const rate = { perSecond: 10, burst: 100 };
  const { all, buckets } = await house(2, rate);
  const [one, other] = all;
  await atOnce(40, () => buckets[0]?.take("full"));
  await pass(12_000);
  await atOnce(40, () => buckets[0]?.take("in use"));
  expect(await buckets[1]?.takeMore("debtor", 500)).toBe(0);
  await Promise.all([one?.rates.forget(), other?.rates.forget()]);
  expect(await base.owner.query(ROWS)).toMatchObject([{ subject: "debtor" }, { subject: "in use" }]);

  await other?.nodes.stop();
  await one?.nodes.beat();
  await pass(60_000);
  await one?.rates.forget();
  expect(await base.owner.query(ROWS)).toMatchObject([{ subject: "debtor" }]);
  await pass(60_000);
  await one?.rates.forget();
  expect(await base.owner.query(ROWS)).toEqual([]);
});

describe("without the database", () => {
  test.each([
    ["fails", () => Promise.reject(new Error("away"))],
    ["does not answer", () => new Promise<never>(() => undefined)],
  ])("that %s, each server grants what it would alone", async (_, query) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { nodes } = await start("cut off");
      const count = vi.spyOn(nodes, "count").mockReturnValue(2);
      let asked = 0;
      const counted: Pick<Database, "query"> = {
        query: () => {
          asked += 1;
          return query();
        },
      };
      const rates = openHouseRates(
        { db: counted, keys, clock: { now: () => now }, log: silent, metrics: new Registry() },
        nodes,
      );
      const buckets = rates.of("read", { perSecond: 10, burst: 80 }, "account");
      const all = atOnce(100, () => buckets.take("7"));
      await vi.advanceTimersByTimeAsync(500);
      expect(grantedOf(await all)).toBe(80);
      // For a second nobody asks again, nor waits.
      expect(grantedOf(await atOnce(80, () => buckets.take("8")))).toBe(80);
      expect(asked).toBe(1);
      count.mockRestore();
    } finally {
      vi.useRealTimers();
    }
  });
});

const CLOCK = sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`;
const ALONE = sql`INSERT INTO node_alone (at) VALUES (clock_timestamp())
  ON CONFLICT (single) DO UPDATE SET at = excluded.at`;

test("the statement keeps buckets as the model of the tests does", async () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 40_000 }),
      wanted: fc.integer({ min: 1, max: 60 }),
      intoDebt: fc.boolean(),
      alone: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
    }),
    { maxLength: 15 },
  );
  const rate = { perSecond: 1, burst: 50 };
  // The database's clock goes on between two steps, and a little between its look here and there.
  const questions = centralQuestions(base.db);
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= 1;
  let subject = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      subject += 1;
      await base.owner.query(sql`TRUNCATE node_alone`);
      let [passedMs, modelNow] = [0, 0];
      const model = new ModelCentralBuckets(() => modelNow);
      for (const { afterMs, wanted, intoDebt, alone } of all) {
        await pass(afterMs);
        passedMs += afterMs;
        if (alone) await base.owner.query(ALONE);
        const [clock] = await base.owner.query<{ ms: number }>(CLOCK);
        modelNow = (clock?.ms ?? 0) + passedMs;
        if (alone) model.aloneAt = modelNow;
        const question = { name: "model", subject: String(subject), rate, tokens: wanted, intoDebt };
        const got = await questions.ask(question);
        const expected = await (intoDebt ? model.charge("a", rate, wanted) : model.lend("a", rate, wanted));
        const { given, waitMs } = got;
        // Between a debt and none lies an instant, and so between two whole tokens.
        const atTheEdge = intoDebt ? Math.max(waitMs, expected.waitMs) < 2_000 : near(given, expected.given);
        if (given !== expected.given && atTheEdge) return;
        expect(given).toBe(expected.given);
        expect(near(waitMs / 1_000, expected.waitMs / 1_000)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test("what is asked while a statement runs is asked in one, and each question gets its own answer", async () => {
  const statements: number[] = [];
  const db: Pick<Database, "query"> = {
    query: (statement, values) => {
      statements.push(Array.isArray(values?.[0]) ? values[0].length : 0);
      return base.db.query(statement, values);
    },
  };
  const questions = centralQuestions(db);
  await base.owner.query(sql`TRUNCATE rate_bucket, node_alone`);
  const ask = (subject: string, tokens: number): Promise<CentralAnswer> =>
    questions.ask({ name: "many", subject, rate: { perSecond: 1, burst: 50 }, tokens, intoDebt: false });
  const first = ["c", "a", "b"].map((subject, at) => ask(subject, at + 1));
  await Promise.resolve();
  const then = Array.from({ length: 100 }, (_, at) => ask(at % 2 === 0 ? "a" : "z", 30));
  const answers = await Promise.all([...first, ...then]);
  expect(statements).toEqual([3, 100]);
  expect(answers.slice(0, 3).map(({ given }) => given)).toEqual([1, 2, 3]);
  // A bucket gives what it has, in the order of the questions, and then says how long it is empty.
  expect(answers.slice(3, 9).map(({ given }) => given)).toEqual([30, 30, 18, 20, 0, 0]);
  expect(answers[7]?.waitMs).toBeGreaterThan(0);
});

test("two servers that ask of the same subjects in different orders never wait for each other in a circle", async () => {
  const [one, other] = [centralQuestions(base.db), centralQuestions(base.db)];
  const subjects = Array.from({ length: 60 }, (_, at) => `s${at}`);
  const ask = (questions: ReturnType<typeof centralQuestions>, subject: string): Promise<CentralAnswer> =>
    questions.ask({ name: "both", subject, rate: { perSecond: 1, burst: 50 }, tokens: 1, intoDebt: false });
  for (let round = 0; round < 10; round += 1)
    await Promise.all([
      ...subjects.map((subject) => ask(one, subject)),
      ...subjects.toReversed().map((subject) => ask(other, subject)),
    ]);
});
