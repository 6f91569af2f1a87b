import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./db/database.ts";
import { makeKeys } from "./settings/keys.ts";
import { openCutLine, type CutLine } from "./testing/cut-line.ts";
import { type DeskServer, openDeskServer, type Reply } from "./testing/desk-server.ts";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "./testing/test-database.ts";

/** What players see while the primary is away, as in a failover: pages and figures stay, and money waits. */

const MINUTE = 60_000;
let base: TestDatabase;
let line: CutLine;
let db: Database;
let it: DeskServer;
let token: string;

beforeAll(async () => {
  base = await openTestDatabase();
  line = await openCutLine(base.url);
  db = openDatabase({ url: line.url, applicationName: "away", size: 5, random: () => 0.5 });
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  let passed = 0;
  // With a clock of its own, as in production: the time is not read from the database for each reply.
  it = await openDeskServer({}, { base: { ...base, db }, keys }, () => performance.now() + passed);
  // Ten seconds into a minute: FFC is on sale.
  passed = MINUTE + 10_000 - (Date.now() % MINUTE);
  it.passTime(passed);
  await advanceTestClock(base.db, passed);
  await it.app.draws.tick();
  ({ token } = await it.enrol("somebody"));
  const order = { type: "recharge", amount: "100.00", channel_id: "demo" };
  expect(await it.player("POST", "/api/user/makeOrder", token, order)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await it.close();
  await db.close();
  await line.close();
  await base.close();
});

async function bet(): Promise<Reply> {
  const { prizeNo } = (await it.player("GET", "/api/lottery/current/FFC")).data;
  return it.player("POST", "/api/lottery/order/FFC", token, {
    prize_no: prizeNo,
    bets: [{ option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place5", items: ["7"] }] }],
  });
}

async function health(path: string): Promise<number> {
  return (await it.app.player.inject({ method: "GET", url: path })).statusCode;
}

const UNCHANGED = [
  "/api/app/config",
  "/api/lottery/games",
  "/api/lottery/current/FFC",
  "/api/lottery/last/FFC",
  "/api/lottery/rule/FFC",
  "/api/lottery/history/FFC",
];

test("a server whose connections are all taken is busy, and says that its database answers", async () => {
  const done = Promise.withResolvers<undefined>();
  const taken = Array.from({ length: 5 }, () => Promise.withResolvers<undefined>());
  const holding = taken.map((one) =>
    db.transaction(async () => {
      one.resolve(undefined);
      await done.promise;
    }),
  );
  await Promise.all(taken.map(({ promise }) => promise));
  expect(db.use().main).toMatchObject({ size: 5, busy: 5 });
  expect(await health("/health/database")).toBe(200);
  done.resolve(undefined);
  await Promise.all(holding);
});

test("while the database is away pages and figures are served, bets wait, and a load balancer is told both", async () => {
  expect((await bet()).code).toBe(0);
  const before = await Promise.all(UNCHANGED.map((path) => it.player("GET", path)));
  expect([await health("/health"), await health("/health/database")]).toEqual([200, 200]);

  await line.cut();
  for (const [i, path] of UNCHANGED.entries()) {
    const reply = await it.player("GET", path);
    expect([path, reply.status, reply.code]).toEqual([path, 200, 0]);
    expect(typeof reply.data).toBe(typeof before[i]?.data);
  }
  expect(await bet()).toMatchObject({ status: 503, code: 9503, data: null });
  const raw = await it.app.player.inject({
    method: "POST",
    url: "/api/user/getUserInfo",
    headers: { token },
    payload: {},
  });
  expect([raw.statusCode, raw.headers["content-type"]]).toEqual([503, "application/json; charset=utf-8"]);
  expect(Number(raw.headers["retry-after"])).toBeGreaterThan(0);
  expect(await health("/health")).toBe(200);
  await expect.poll(() => health("/health/database"), { interval: 100, timeout: 30_000 }).toBe(503);

  await line.mend();
  await expect.poll(async () => (await bet()).code, { interval: 50, timeout: 30_000 }).toBe(0);
  await expect.poll(() => health("/health/database"), { interval: 100, timeout: 30_000 }).toBe(200);
});
