import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServer, type Server } from "./app.ts";
import { sql } from "./db/database.ts";
import { makeKeys, readKeys } from "./settings/keys.ts";
import { readSettings } from "./settings/settings.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";

/** Two servers that listen on one database, and clients that spread their requests over both. */

const BURST = 40;
const PER_SECOND = 1;
const TOO_MANY = 9429;

const bytes = (length: number): Uint8Array => randomBytes(length);
const keys = readKeys(makeKeys(bytes));
const names = ["BETS", "MONEY", "READ", "ENTRY"];
const rates = names.flatMap((name) => [
  [`RATE_${name}_PER_SECOND`, String(PER_SECOND)],
  [`RATE_${name}_BURST`, String(BURST)],
]);

let base: TestDatabase;
let aheadMs = 0;
const servers: { readonly app: Server; readonly url: string }[] = [];

async function start(at: number): Promise<void> {
  const settings = readSettings(
    {
      HOST: "127.0.0.1",
      PORT: "0",
      DESK_PORT: "0",
      MAX_LAG_MS: "60000",
      REGISTER_ADDRESS_PER_HOUR: "10000",
      REGISTER_ADDRESS_PER_DAY: "10000",
      ...Object.fromEntries(rates),
    },
    "demo",
  );
  const app = await createServer(
    {
      settings,
      keys,
      db: base.db,
      clock: { now: () => Date.now() + aheadMs },
      entropy: { bytes },
      log: pino({ level: "silent" }),
      metrics: new Registry(),
      node: `node-${at}`,
    },
    {
      builtApp: "/nowhere",
      hashCost: { memoryKiB: 64, passes: 1 },
      manualDraws: true,
      rateTimeoutMs: 30_000,
    },
  );
  const { playerUrl } = await app.listen();
  servers.push({ app, url: playerUrl });
}

const ALONE = sql`INSERT INTO node_alone (at) VALUES (clock_timestamp())`;
const OTHER = sql`INSERT INTO node (id, name, since, seen) VALUES ($1, 'gone', clock_timestamp(), clock_timestamp())`;
const LEAVE = sql`DELETE FROM node WHERE name = 'gone' RETURNING clock_timestamp()::text AS at`;
const HAVE_BEATEN = sql`SELECT bool_and(seen > $1::timestamptz) AS beaten FROM node`;
const PASS = sql`
  WITH moved AS (UPDATE rate_bucket SET at = at - interval '1 minute')
  UPDATE node_alone SET at = at - interval '1 minute'`;

/** Lets a minute pass, after which every limit is whole again. */
async function passMinute(): Promise<void> {
  aheadMs += 60_000;
  await base.owner.query(PASS);
}

beforeAll(async () => {
  base = await openTestDatabase(20);
  // One that was alone and has just gone without a word.
  await base.owner.query(ALONE);
  await base.owner.query(OTHER, [randomUUID()]);
  await start(0);
  await start(1);
  // From now on both know that they are two: limits are shared anew when that changes, and what was borrowed then is void.
  const [left] = await base.owner.query<{ at: string }>(LEAVE);
  await vi.waitFor(
    async () => expect(await base.owner.query(HAVE_BEATEN, [left?.at])).toEqual([{ beaten: true }]),
    { timeout: 20_000 },
  );
});
afterAll(async () => {
  await Promise.all(servers.map(({ app }) => app.close()));
  await base.close();
});

interface Answer {
  readonly code: number;
  readonly data: { readonly token: string } | null;
}

async function send(at: number, path: string, body: object, token = ""): Promise<Answer> {
  const reply = await fetch(`${servers[at % 2]?.url ?? ""}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === "" ? {} : { token }) },
    body: JSON.stringify(body),
  });
  // The envelope of the server's own contract.
  return (await reply.json()) as Answer;
}

async function register(username: string): Promise<string> {
  const { data } = await send(0, "/api/user/register", {
    username,
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
    birth_date: "1990-12-31",
  });
  if (data === null) throw new Error(`${username} was not registered`);
  return data.token;
}

/** How many of so many requests at once, on both servers in turn, were not too many. */
async function admitted(requests: number, ask: (at: number) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: requests }, (_, at) => ask(at)));
  return answers.filter(({ code }) => code !== TOO_MANY).length;
}

test("a demo that starts beside others waits for its part of the limits, and has its accounts", () => {
  expect(servers.map(({ app }) => app.demo?.accounts.length)).toEqual([2, 2]);
});

test.each<[string, string, object, boolean]>([
  ["bets", "/api/lottery/cancel/B123456789", {}, true],
  ["money", "/api/user/makeOrder", { type: "recharge", amount: "1.00", channel_id: "none" }, true],
  ["read", "/api/user/getUserInfo", {}, true],
  ["entry", "/api/user/login", { username: "nobody_here", password: "a wrong password" }, false],
])(
  "requests of the class %s get one limit, however they are spread over two servers",
  async (name, path, body, known) => {
    await passMinute();
    const token = known ? await register(`limited_${name}`) : "";
    await passMinute();
    const began = performance.now();
    const most = (): number => BURST + PER_SECOND * ((performance.now() - began) / 1_000 + 1);
    const burst = await admitted(2 * BURST + 40, (at) => send(at, path, body, token));
    expect(burst).toBeLessThanOrEqual(most());
    expect(burst).toBeGreaterThanOrEqual(BURST);
    // Nor is there more on one of them.
    const again = await admitted(20, () => send(1, path, body, token));
    expect(burst + again).toBeLessThanOrEqual(most());
  },
);

test("of slips that cost more than there is, on both servers at once, one is let in", async () => {
  await passMinute();
  const token = await register("in_debt");
  await passMinute();
  const line = { option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place1", items: ["1"] }] };
  const slip = { prize_no: "202611210003", bets: Array.from({ length: 90 }, () => line) };
  expect(await admitted(8, (at) => send(at, "/api/lottery/order/FFC", slip, token))).toBe(1);
});
