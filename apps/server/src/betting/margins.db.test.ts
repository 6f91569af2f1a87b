import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { makeKeys } from "../settings/keys.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { holdAtStart } from "./odds-at-start.ts";

const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
let base: TestDatabase;
let server: DeskServer;
let risk: string;
beforeEach(async () => {
  base = await openTestDatabase();
  server = await openDeskServer({}, { base, keys });
  await server.app.agents.plans.begin(base.db);
  risk = await server.as("risk");
});
afterEach(async () => {
  await server.close();
  await base.close();
});

const OVER = 8030;

const plan = (rebate: string, levels: readonly string[], by = server): Promise<Reply> =>
  by.desk("POST", "/desk/api/agentPlans", risk, {
    rebate_percent: rebate,
    commission_percents: levels,
    reason: "a new season",
  });

/** Publishes odds of two digits in order: 1 in 100. */
async function odds(hit: string, by = server): Promise<Reply> {
  const table = await by.desk("GET", "/desk/api/odds/FFC", risk);
  return await by.desk("POST", "/desk/api/odds/FFC/publish", risk, {
    changes: [{ option: "QR.ZX", key: "hit", odds: hit }],
    base_version: table.data.version,
    reason: "a new season",
  });
}

const turn = (game: string, what: "open" | "close"): Promise<Reply> =>
  server.desk("POST", `/desk/api/games/${game}/${what}`, risk, { reason: "a new season" });

test("a plan and the highest open return stay under 100 %, and who is over is named with how much", async () => {
  // Three hit two of Mark Six returns 97.53 %, everything else less: a plan of 2.47 % is just too much.
  const refused = await plan("1.00", ["1.00", "0.47"]);
  expect(refused).toMatchObject({
    code: OVER,
    data: {
      game: "LHC",
      option: "LM.SZE",
      key: "two, three",
      returned: "97.53",
      plan: "2.47",
      excess: "0.01",
    },
  });
  expect(refused.msg).toContain("LHC LM.SZE");
  expect(refused.msg).toContain("0.01%");
  expect((await plan("5.00", [])).data).toMatchObject({ plan: "5.00", excess: "2.54" });
  expect((await plan("1.00", ["1.00", "0.46"])).code).toBe(0);
});

test("odds are held against the plan of today and the ones to come, newest of a day alone", async () => {
  // 0.60 % is in force: with it, 99.40 % reaches 100 %.
  expect((await odds("99.39")).code).toBe(0);
  expect(await odds("99.40")).toMatchObject({
    code: OVER,
    data: { game: "FFC", option: "QR.ZX", key: "hit", returned: "99.40", plan: "0.60", excess: "0.01" },
  });
  expect((await odds("97.50")).code).toBe(0);
  // Published for tomorrow, it already counts today, until another replaces it.
  expect((await plan("2.00", [])).code).toBe(0);
  expect((await odds("98.00")).data).toMatchObject({ plan: "2.00" });
  const table = await server.desk("GET", "/desk/api/odds/FFC", risk);
  expect(table.data.planPercent).toBe("2.00");
  expect((await plan("0.10", [])).code).toBe(0);
  expect((await odds("98.00")).code).toBe(0);
  // Today's own plan stays in force until the day is over.
  expect((await odds("99.40")).data).toMatchObject({ plan: "0.60" });
});

test("a closed game leaves room, and is not opened over it", async () => {
  expect((await turn("FFC", "close")).code).toBe(0);
  expect((await odds("99.50")).code).toBe(0);
  expect((await plan("0.70", [])).code).toBe(0);
  expect(await turn("FFC", "open")).toMatchObject({
    code: OVER,
    data: { game: "FFC", option: "QR.ZX", plan: "0.70", excess: "0.21" },
  });
  expect((await odds("97.50")).code).toBe(0);
  expect((await turn("FFC", "open")).code).toBe(0);
});

test("odds and a plan that are published at once on two servers do not both pass", async () => {
  const other = await openDeskServer({}, { base, keys });
  for (let round = 0; round < 6; round += 1) {
    await odds("97.00");
    expect((await plan("0.10", [])).code).toBe(0);
    const [one, two] = await Promise.all([odds("98.50"), plan("1.60", [], other)]);
    // Either may be first; both together would return 100.10 %.
    expect([one.code, two.code].toSorted((a, b) => a - b)).toEqual([0, OVER]);
  }
  await other.close();
});

test("a server does not begin with a plan that its odds leave no room for, nor with a release's odds over it", async () => {
  const { db, owner } = base;
  const { odds: offered } = await server.app.betting.odds.latest(db);
  const hold = holdAtStart({
    db,
    log: pino({ level: "silent" }),
    timeZone: "Asia/Ho_Chi_Minh",
    firstPlanSum: 300,
  });
  // Its own plan of 0.60 % is stored already, so that of the settings no longer matters.
  await hold(offered, offered);
  const ffc = { ...offered["FFC"], "QR.ZX": { hit: 995_000n } };
  await expect(hold({ ...offered, FFC: ffc }, offered)).rejects.toThrow(
    /^this release brings odds at which FFC QR\.ZX hit returns 99\.50 %: with a plan of 0\.60 % that is 0\.11 % too much/u,
  );
  // A server that was in this state before still starts.
  await hold({ ...offered, FFC: ffc }, { ...offered, FFC: ffc });
  await owner.query(sql`TRUNCATE commission_plan CASCADE`);
  await expect(hold(offered, offered)).rejects.toThrow(
    /^REBATE_PERCENT and COMMISSION_PERCENTS come to 3\.00 % together, and LHC LM\.SZE .* 0\.54 % too much/u,
  );
});

test("a server names published odds below the stake at its start", async () => {
  const { odds: offered } = await server.app.betting.odds.latest(base.db);
  const errors: string[] = [];
  const log = pino({}, { write: (line: string) => void errors.push(line) });
  const hold = holdAtStart({ db: base.db, log, timeZone: "Asia/Ho_Chi_Minh", firstPlanSum: 0 });
  await hold(offered, offered);
  expect(errors).toEqual([]);
  const low = { ...offered, FFC: { ...offered["FFC"], "QR.ZX": { hit: 5_000n } } };
  await hold(low, low);
  expect(errors).toEqual([expect.stringContaining("FFC QR.ZX hit pays less than the stake")]);
});

test("the settings' plan is refused in one line at the first start", async () => {
  const empty = await openTestDatabase();
  const settings = { REBATE_PERCENT: "2.00", COMMISSION_PERCENTS: "1.00" };
  await expect(openDeskServer(settings, { base: empty, keys })).rejects.toThrow(
    /^REBATE_PERCENT and COMMISSION_PERCENTS come to 3\.00 % together, and [^\n]+$/u,
  );
  await empty.close();
});
