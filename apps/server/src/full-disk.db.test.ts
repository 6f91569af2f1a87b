import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Database, openDatabase, sql } from "./db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "./testing/test-database.ts";
import { type DeskServer, openDeskServer, type Reply } from "./testing/desk-server.ts";
import { booksAreRight, checkBooks } from "./ledger/ledger.ts";
import { makeKeys } from "./settings/keys.ts";

/**
 * An external database whose disk is full. The test does not fill the machine's disk: while a row is set, bets and
 * temporary files fail with PostgreSQL's message and code. `npm run faults:disk` fills a real one.
 */
const REFUSE = sql`
  CREATE FUNCTION meet_disk(at text) RETURNS void SECURITY DEFINER LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM public.full_disk) THEN
      RAISE EXCEPTION 'could not extend file "%": No space left on device', at USING ERRCODE = 'disk_full';
    END IF;
  END $$`;
const ON_BETS = sql`
  CREATE FUNCTION meet_disk_in_bet() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM public.meet_disk('base/5/16421');
    RETURN NEW;
  END $$`;
const ON_FILES = sql`
  CREATE FUNCTION repeat(part text, times int) RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM public.meet_disk('base/pgsql_tmp/1.0');
    RETURN pg_catalog.repeat(part, times);
  END $$`;
const BET_TRIGGER = sql`
  CREATE TRIGGER meet_disk BEFORE INSERT ON bet_order FOR EACH ROW EXECUTE FUNCTION meet_disk_in_bet()`;
const FULL_DISK = sql`CREATE TABLE full_disk (full_since timestamptz DEFAULT now())`;
// Before the functions of PostgreSQL come those of this test.
const OWN_FUNCTIONS_FIRST = sql`
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`;
const FILL = sql`INSERT INTO full_disk DEFAULT VALUES`;
const MAKE_ROOM = sql`DELETE FROM full_disk`;
const TEMPORARY_BYTES = sql`SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database()`;

let base: TestDatabase;
let db: Database;
let it: DeskServer;
/** Reports about the disk: the reason, and null once there is room again. */
let reported: (string | null)[];
/** Pending checks for room. */
let waiting: (() => void)[];

beforeEach(async () => {
  reported = [];
  waiting = [];
  base = await openTestDatabase();
  for (const statement of [FULL_DISK, REFUSE, ON_BETS, ON_FILES, BET_TRIGGER, OWN_FUNCTIONS_FIRST])
    await base.owner.query(statement);
  db = openDatabase({
    url: base.url,
    applicationName: "full-disk",
    size: 5,
    random: () => 0.5,
    onFull: (reason) => reported.push(reason),
    roomClock: {
      after: (_ms, work) => {
        waiting.push(work);
        return () => waiting.splice(0);
      },
    },
  });
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  it = await openDeskServer({}, { base: { ...base, db }, keys });
  await setTestClock(base.db, Date.UTC(2026, 10, 23, 5, 0, 10));
  await it.app.draws.tick();
});
afterEach(async () => {
  await it.close();
  await db.close();
  await base.close();
});

/** A second later: room is looked for. */
async function check(): Promise<void> {
  waiting.shift()?.();
  await vi.waitFor(() => expect(waiting.length === 0).toBe(!db.full()), 30_000);
}

async function player(): Promise<string> {
  const { token } = await it.enrol("somebody");
  const order = { type: "recharge", amount: "100.00", channel_id: "demo" };
  expect(await it.player("POST", "/api/user/makeOrder", token, order)).toMatchObject({ code: 0 });
  return token;
}

async function bet(token: string): Promise<Reply> {
  const { prizeNo } = (await it.player("GET", "/api/lottery/current/FFC")).data;
  return it.player("POST", "/api/lottery/order/FFC", token, {
    prize_no: prizeNo,
    bets: [{ option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place5", items: ["7"] }] }],
  });
}

async function cashOf(token: string): Promise<string> {
  return (await it.player("POST", "/api/user/getUserInfo", token, {})).data.balance;
}

async function figure(name: string): Promise<number> {
  const metrics = await it.app.ops.inject({ method: "GET", url: "/metrics" });
  return Number(new RegExp(String.raw`^${name} (\S+)$`, "mu").exec(metrics.body)?.[1]);
}

async function readiness(): Promise<unknown> {
  const reply = await it.app.ops.inject({ method: "GET", url: "/health/ready" });
  return { status: reply.statusCode, ...reply.json<object>() };
}

test("a full disk is told, nothing is sold or debited on it, and the server comes back by itself", async () => {
  const token = await player();
  expect((await bet(token)).code).toBe(0);
  const cash = await cashOf(token);
  expect(await figure("lotus_database_full")).toBe(0);
  const selling = await figure("lotus_games_on_sale");
  expect(selling).toBeGreaterThan(0);

  await base.owner.query(FILL);
  expect(await bet(token)).toMatchObject({ status: 503, code: 9503, data: null });
  expect(await readiness()).toMatchObject({
    status: 503,
    ready: false,
    reason: "database_full",
    checks: { database: true, room: false },
    gamesOnSale: 0,
  });
  expect((await it.app.player.inject({ method: "GET", url: "/health/database" })).statusCode).toBe(503);
  expect(await figure("lotus_database_full")).toBe(1);
  for (let seconds = 0; seconds < 3; seconds += 1) await check();
  expect(await bet(token)).toMatchObject({ status: 503, code: 9503 });
  // Reads still work.
  expect(await cashOf(token)).toBe(cash);
  expect(reported).toEqual([
    'the disk of the database is full: could not extend file "base/5/16421": No space left on device',
  ]);

  await base.owner.query(MAKE_ROOM);
  await check();
  expect(reported.slice(1)).toEqual([null]);
  expect(waiting).toEqual([]);
  expect(await figure("lotus_database_full")).toBe(0);
  expect(await readiness()).toMatchObject({ status: 200, ready: true, gamesOnSale: selling });
  expect(await readiness()).not.toHaveProperty("reason");
  expect((await bet(token)).code).toBe(0);
  expect(booksAreRight((await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [])).toBe(true);
});

test("room is looked for with 32 MB that are written to the disk and gone again", async () => {
  db.noteFull("as somebody knows");
  expect(db.full()).toBe(true);
  await check();
  expect(reported).toEqual(["as somebody knows", null]);
  await vi.waitFor(async () => {
    const [row] = await base.db.query<{ temp_bytes: bigint }>(TEMPORARY_BYTES);
    expect(row?.temp_bytes).toBeGreaterThan(32_000_000n);
  }, 60_000);
});
