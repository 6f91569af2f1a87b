import { randomBytes } from "node:crypto";
import { CODES } from "@lotus/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClockLeapt, sql } from "./db/database.ts";
import { advanceTestClock, setTestClock } from "./testing/test-database.ts";
import { type DeskServer, openDeskServer, type Reply } from "./testing/desk-server.ts";
import { booksAreRight, checkBooks } from "./ledger/ledger.ts";
import { makeKeys } from "./settings/keys.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let it: DeskServer;
/** What passed besides the time of this process (ms). */
let passed: number;
beforeEach(async () => {
  passed = 0;
  it = await openDeskServer({ TURNOVER_PERCENT: "0" }, undefined, () => performance.now() + passed);
  await setTestClock(it.base.db, null);
  // Ten seconds into ten minutes, the longest cycle: every game that is awake is on sale, and none closes so soon that its
  // current period could not be announced any more.
  const to = 10 * MINUTE + 10 * SECOND - (Date.now() % (10 * MINUTE));
  it.passTime(to);
  await pass(to);
});
afterEach(() => it.close());

/** Advances both the database's clock and the elapsed time. */
async function pass(ms: number): Promise<void> {
  passed += ms;
  await advanceTestClock(it.base.db, ms);
}

async function player(): Promise<string> {
  const { token } = await it.enrol("somebody");
  const order = { type: "recharge", amount: "100.00", channel_id: "demo" };
  expect(await it.player("POST", "/api/user/makeOrder", token, order)).toMatchObject({ code: 0 });
  return token;
}

async function current(): Promise<{ prizeNo: string; status: string }> {
  return (await it.player("GET", "/api/lottery/current/FFC")).data;
}

function bet(token: string, prizeNo: string): Promise<Reply> {
  return it.player("POST", "/api/lottery/order/FFC", token, {
    prize_no: prizeNo,
    bets: [{ option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place5", items: ["7"] }] }],
  });
}

async function figure(name: string): Promise<number> {
  const metrics = await it.app.ops.inject({ method: "GET", url: "/metrics" });
  return Number(new RegExp(String.raw`^${name} (\S+)$`, "mu").exec(metrics.body)?.[1]);
}

async function readiness(): Promise<[number, { checks: Record<string, boolean>; gamesOnSale: number }]> {
  const reply = await it.app.ops.inject({ method: "GET", url: "/health/ready" });
  return [reply.statusCode, reply.json()];
}

const TOUCHED = sql`SELECT game, period_no, state FROM period WHERE state <> 'open'`;
const SKIPPED = sql`SELECT body FROM log_entry WHERE type = 'skipped'`;
const PERIOD = sql`SELECT state, late FROM period WHERE game = 'FFC' AND period_no = $1`;
const ORDERS = sql`SELECT 1 FROM bet_order`;

describe.each([20 * MINUTE, -20 * MINUTE])("the database's clock set %i ms off for 20 s", (leap) => {
  test("no period is skipped, closed or drawn, nothing is sold, and all of it is told", async () => {
    await it.app.draws.tick();
    const admin = await it.as("admin");
    const token = await player();
    const { prizeNo } = await current();
    expect((await bet(token, prizeNo)).code).toBe(0);
    // All but the one that sleeps at night.
    const selling = await figure("lotus_games_on_sale");
    expect(selling).toBeGreaterThanOrEqual(6);

    await advanceTestClock(it.base.db, leap);
    // Before the clock is checked otherwise, the bet itself detects it.
    const early = await bet(token, prizeNo);
    expect([early.status, early.code]).toEqual([503, 9503]);
    expect(await it.app.draws.tick()).toBe(false);
    await pass(20 * SECOND);
    expect(await it.app.draws.tick()).toBe(false);

    expect(await it.base.db.query(TOUCHED)).toEqual([]);
    expect(await current()).toMatchObject({ prizeNo, status: "open" });
    expect((await bet(token, prizeNo)).code).toBe(9503);
    expect(await readiness()).toMatchObject([503, { checks: { clock: false }, gamesOnSale: 0 }]);
    expect(await figure("lotus_clock_held")).toBe(1);
    expect(Math.sign(await figure("lotus_clock_difference_seconds"))).toBe(Math.sign(leap));
    expect(await figure("lotus_games_on_sale")).toBe(0);
    const { data } = await it.desk("GET", "/desk/api/dashboard", admin);
    expect(data).toMatchObject({ clock: { held: true }, onSale: [] });

    await advanceTestClock(it.base.db, -leap);
    expect(await it.app.draws.tick()).toBe(true);
    expect(await readiness()).toMatchObject([200, { checks: { clock: true }, gamesOnSale: selling }]);
    expect((await bet(token, prizeNo)).code).toBe(0);

    await pass(30 * SECOND);
    await it.app.draws.tick();
    expect(await it.base.db.query(PERIOD, [prizeNo])).toEqual([{ state: "settled", late: false }]);
    expect(await it.base.db.query(SKIPPED)).toEqual([]);
    expect(await it.base.db.query(ORDERS)).toHaveLength(2);
    expect(booksAreRight((await checkBooks(it.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [])).toBe(true);
  });
});

const BANK = { type: "recharge", amount: "100.00", channel_id: "bank" };

/** A recharge that waits for its bank transfer; returns its order number. */
async function newRecharge(token: string): Promise<string> {
  return (await it.player("POST", "/api/user/makeOrder", token, BANK)).data.orderNo;
}

describe("a recharge that waits for its money", () => {
  // Longer than the transfer is waited for.
  const FAR = 45 * MINUTE;

  test("is not over because the clock is ahead, and its player may still say that they paid", async () => {
    await it.app.draws.tick();
    const { token } = await it.enrol("somebody");
    const orderNo = await newRecharge(token);
    await advanceTestClock(it.base.db, FAR);
    // Before anybody has looked at the clock, and while it is known.
    await expect(it.app.wallet.recharges.sweep()).rejects.toThrow(ClockLeapt);
    await it.app.draws.tick();
    await expect(it.app.wallet.recharges.sweep()).rejects.toThrow(ClockLeapt);
    const early = await it.player("POST", "/api/user/confirmPaid", token, { order_no: orderNo });
    expect([early.status, early.code]).toEqual([503, 9503]);

    await advanceTestClock(it.base.db, -FAR);
    await it.app.draws.tick();
    expect(await it.app.wallet.recharges.sweep()).toBe(0);
    const reply = await it.player("POST", "/api/user/confirmPaid", token, { order_no: orderNo });
    expect(reply).toMatchObject({ code: 0, data: { status: "pendingReview" } });
  });

  test("is not asked for while the clock is back, for it would be over too early", async () => {
    await it.app.draws.tick();
    const { token } = await it.enrol("somebody");
    await advanceTestClock(it.base.db, -FAR);
    const early = await it.player("POST", "/api/user/makeOrder", token, BANK);
    expect([early.status, early.code]).toEqual([503, 9503]);
    await advanceTestClock(it.base.db, FAR);
    expect((await it.player("POST", "/api/user/makeOrder", token, BANK)).code).toBe(0);
    expect(await it.app.wallet.recharges.sweep()).toBe(0);
  });
});

test("a hold on withdrawals is not over because the clock is two days ahead", async () => {
  await it.app.draws.tick();
  const { token, id } = await it.enrol("somebody");
  await it.player("POST", "/api/user/makeOrder", token, {
    type: "recharge",
    amount: "500.00",
    channel_id: "demo",
  });
  const card = "9704360000000001";
  const bound = await it.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  const withdrawal = {
    type: "withdrawal",
    amount: "100.00",
    addr_id: bound.data.id,
    trans_password: "135790",
  };
  const withdraw = (): Promise<Reply> => it.player("POST", "/api/user/makeOrder", token, withdrawal);
  await it.base.db.query(
    sql`UPDATE player SET withdrawal_hold_until = house_clock() + interval '24 hours' WHERE id = $1`,
    [id],
  );
  await advanceTestClock(it.base.db, 48 * 60 * MINUTE);
  // Before anybody has looked at the clock, and while it is known.
  expect(await withdraw()).toMatchObject({ status: 503, code: 9503 });
  expect(await it.app.draws.tick()).toBe(false);
  expect(await withdraw()).toMatchObject({ status: 503, code: 9503 });
  await advanceTestClock(it.base.db, -48 * 60 * MINUTE);
  await it.app.draws.tick();
  expect((await withdraw()).code).toBe(CODES.WITHDRAWAL_HELD);
  expect((await it.player("GET", "/api/balance", token)).data).toBe("500.00");
});

const DAYS = sql`SELECT to_char(day, 'YYYY-MM-DD') AS day FROM agent_book`;

test("no day of rebate and commission is over because the clock is a day ahead", async () => {
  await it.app.agents.plans.begin(it.base.db);
  const DAY = 24 * 60 * MINUTE;
  // Before the first check, the clock of this machine is used instead.
  await advanceTestClock(it.base.db, DAY);
  await expect(it.app.agents.book()).rejects.toThrow(ClockLeapt);
  await advanceTestClock(it.base.db, -DAY);
  await it.app.draws.tick();
  await advanceTestClock(it.base.db, DAY);
  await expect(it.app.agents.book()).rejects.toThrow(ClockLeapt);
  expect(await it.app.draws.tick()).toBe(false);
  await expect(it.app.agents.book()).rejects.toThrow(ClockLeapt);
  expect(await it.base.db.query(DAYS)).toEqual([]);
  await advanceTestClock(it.base.db, -DAY);
  await it.app.draws.tick();
  expect(await it.app.agents.book()).toEqual([]);
});

test("what a clock that leapt has skipped is shown as open by no server that starts afterwards", async () => {
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  // It believes the clock, as where it leaps for so long that it must be.
  const before = await openDeskServer({}, { base: it.base, keys });
  await before.app.draws.tick();
  await pass(20 * MINUTE);
  await before.app.draws.tick();
  await pass(-20 * MINUTE);
  await before.close();
  expect(await it.base.db.query(SKIPPED)).not.toEqual([]);
  const after = await openDeskServer({}, { base: it.base, keys });
  after.passTime(it.now() - after.now());
  const games = (await after.player("GET", "/api/lottery/games")).data.list;
  for (const { current: shown } of games) expect(shown?.status).not.toBe("open");
  expect((await after.player("GET", "/api/lottery/current/FFC")).data.status).toBe("closed");
  const ready = await after.app.ops.inject({ method: "GET", url: "/health/ready" });
  expect(ready.json()).toMatchObject({ gamesOnSale: 0 });
  await after.close();
});
