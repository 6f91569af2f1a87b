import type { BoundCall } from "../http/handler.ts";
import { randomBytes } from "node:crypto";
import { CALLS, type CallData } from "@lotus/contract";
import { loadServerMessages } from "@lotus/locales/node";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { hashRequest } from "../http/body-hash.ts";
import { balanceOf, checkBooks, openAccounts, stopMoney, resumeMoney } from "../ledger/ledger.ts";
import { testPayouts } from "../testing/payouts.ts";
import { openWallet, type Wallet } from "./wallet.ts";

let base: TestDatabase;
let wallet: Wallet;
beforeAll(async () => {
  base = await openTestDatabase();
  wallet = open(true);
});
afterAll(() => base.close());

function open(demo: boolean): Wallet {
  return openWallet(
    {
      db: base.db,
      clock: { now: () => Date.UTC(2026, 10, 21) },
      entropy: { bytes: randomBytes },
      log: pino({ level: "silent" }),
    },
    {
      translate: loadServerMessages(),
      rules: { depositLimitsObligatory: false },
      settings: {
        demo,
        houseTimeZone: "Asia/Ho_Chi_Minh",
        currency: { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 },
        channels: { bank: null, coins: [], graceMs: 3_600_000, maxPending: 5, fourEyesAbove: 20_000_00n },
      },
      payouts: testPayouts(),
      checkClock: () => Promise.resolve(),
    },
  );
}

const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  VALUES ($1, '', '', $1, house_clock(), '1') RETURNING id`;

async function player(): Promise<bigint> {
  const [row] = await base.db.query<{ id: bigint }>(ADD_PLAYER, [`p${randomBytes(6).toString("hex")}`]);
  const id = row?.id ?? 0n;
  await openAccounts(base.db, id);
  return id;
}

interface Order {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly key?: string;
  readonly of?: Wallet;
}

async function call(path: string, playerId: bigint, { body, query = {}, key, of = wallet }: Order = {}) {
  const bound = Object.values<BoundCall>(of.calls).find((each) => each.call.path === path);
  if (bound === undefined) throw new Error(`no call ${path}`);
  const context = {
    caller: { playerId, familyId: "f" },
    locale: "en-US",
    idempotencyKey: key,
    bodyHash: hashRequest(path, {}, body),
    log: pino({ level: "silent" }),
  };
  // The list of calls is typed without its calls.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return bound.handler({ params: {}, query, body }, context as never);
}

function recharge(playerId: bigint, amount: string, key?: string, channel = "demo") {
  const body = { type: "recharge", amount, channel_id: channel };
  return call(CALLS.makeOrder.path, playerId, key === undefined ? { body } : { body, key });
}

test("a demo recharge passes at once, once for a key, and the first reply comes back byte for byte", async () => {
  const id = await player();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => recharge(id, "100.00", "a-recharge-key")),
  );
  const texts = replies.map((reply) =>
    "raw" in reply && typeof reply.raw === "string" ? reply.raw : "refused",
  );
  expect(new Set(texts).size).toBe(1);
  expect(CALLS.makeOrder.data.safeParse(JSON.parse(texts[0] ?? "")).error).toBeUndefined();
  expect(JSON.parse(texts[0] ?? "")).toMatchObject({
    status: "passed",
    amount: "100.00",
    balanceAfter: "100.00",
    channelName: "Demo money",
  });
  expect(await balanceOf(base.db, id)).toBe(100_00n);
  expect(await recharge(id, "50.00", "a-recharge-key")).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  expect(await recharge(id, "50.00")).toMatchObject({ ok: true });
  expect(await call(CALLS.balance.path, id)).toMatchObject({ data: "150.00" });
});

test("bounds and channels are held; outside demo mode there is no play money", async () => {
  const id = await player();
  expect(await recharge(id, "0.99")).toMatchObject({ code: "AMOUNT_BELOW_MIN", values: { min: 100n } });
  expect(await recharge(id, "1000000.01")).toMatchObject({ code: "AMOUNT_ABOVE_MAX" });
  expect(await recharge(id, "5.00", undefined, "bank")).toMatchObject({ code: "CHANNEL_UNKNOWN" });
  const production = open(false);
  const body = { type: "recharge", amount: "5.00", channel_id: "demo" };
  expect(await call(CALLS.makeOrder.path, id, { body, of: production })).toMatchObject({
    code: "CHANNEL_UNKNOWN",
  });
  expect(await call(CALLS.rechargeChannels.path, id, { of: production })).toMatchObject({ data: [] });
  await stopMoney(base.db, "a test");
  expect(await recharge(id, "5.00")).toMatchObject({ code: "MONEY_STOPPED" });
  await resumeMoney(base.db);
  expect(await balanceOf(base.db, id)).toBe(0n);
});

test("the records are paged newest first, by the player's own midnight, with sums over every page", async () => {
  const id = await player();
  const noon = Date.UTC(2026, 10, 21, 12);
  await base.owner.query(sql`SELECT ensure_month_partitions('transfer', $1, 1)`, [new Date(noon)]);
  // 16:59:59 UTC is a second before midnight in Hanoi: that one is of yesterday.
  const recharges = [
    [Date.UTC(2026, 10, 20, 16, 59, 59), "1.00"],
    [noon - 3_000, "2.00"],
    [noon - 2_000, "3.00"],
    [noon - 1_000, "4.00"],
  ] as const;
  for (const [at, amount] of recharges) {
    await setTestClock(base.db, at);
    await recharge(id, amount);
  }
  await setTestClock(base.db, noon);
  const list = async (query: object) => {
    const answer = await call(CALLS.orderList.path, id, { query });
    if (!answer.ok) throw new Error("refused");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer.data as CallData<typeof CALLS.orderList>;
  };
  for (const type of ["recharge", "transaction"] as const) {
    const first = await list({ type, range: "today", tz_offset: 420, page_size: 2 });
    expect(first.list.map(({ amount }) => amount)).toEqual(["4.00", "3.00"]);
    const second = await list({
      type,
      range: "today",
      tz_offset: 420,
      page_size: 2,
      cursor: first.nextCursor,
    });
    expect(second.list.map(({ amount }) => amount)).toEqual(["2.00"]);
    expect([second.nextCursor, first.sum, second.sum]).toEqual([
      null,
      { in: "9.00", out: "0.00" },
      // Only the first page has the sums.
      undefined,
    ]);
    expect((await list({ type, range: "3d", tz_offset: 420 })).list).toHaveLength(4);
    // An hour further east it was today already.
    expect((await list({ type, range: "today", tz_offset: 480 })).list).toHaveLength(4);
    expect(CALLS.orderList.data.safeParse(first).error).toBeUndefined();
  }
  expect((await list({ type: "transaction", sub_type: "bet" })).list).toEqual([]);
  expect((await list({ type: "withdrawal" })).list).toEqual([]);
  expect((await list({ type: "recharge", status: "pendingReview" })).list).toEqual([]);
  await setTestClock(base.db, null);
});

test("records of any days are listed by the player's own midnight, and any is found by its number", async () => {
  const [id, other] = [await player(), await player()];
  // A month's end, seen from Hanoi: 17:00 UTC is midnight.
  const midnight = Date.UTC(2026, 8, 30, 17);
  await base.owner.query(sql`SELECT ensure_month_partitions('transfer', $1, 1)`, [new Date(midnight)]);
  for (const [at, amount] of [
    [midnight - 1_000, "1.00"],
    [midnight, "2.00"],
    [midnight + 86_399_000, "3.00"],
    [midnight + 86_400_000, "4.00"],
  ] as const) {
    await setTestClock(base.db, at);
    await recharge(id, amount);
  }
  await setTestClock(base.db, Date.UTC(2026, 10, 21, 12));
  type List = CallData<typeof CALLS.orderList>;
  const list = async (query: object, of = id): Promise<List> => {
    const answer = await call(CALLS.orderList.path, of, { query: { tz_offset: 420, ...query } });
    if (!answer.ok) throw new Error("refused");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer.data as List;
  };
  const amounts = ({ list: found }: List) => found.map(({ amount }) => amount);
  for (const type of ["recharge", "transaction"] as const) {
    const day = await list({ type, from: "2026-10-01", to: "2026-10-01" });
    expect([amounts(day), day.sum]).toEqual([["3.00", "2.00"], { in: "5.00", out: "0.00" }]);
    expect(amounts(await list({ type, from: "2026-09-30", to: "2026-10-02" }))).toHaveLength(4);
    const dates = { type, from: "2026-09-30", to: "2026-10-02", page_size: 3 };
    const first = await list(dates);
    expect(amounts(await list({ ...dates, cursor: first.nextCursor }))).toEqual(["1.00"]);
    // An hour further east the first of them belongs to the next day.
    expect(amounts(await list({ type, from: "2026-10-01", to: "2026-10-01", tz_offset: 480 }))).toEqual([
      "2.00",
      "1.00",
    ]);
    expect(amounts(await list({ type, range: "7d" }))).toEqual([]);
  }
  const order = (await list({ type: "recharge", from: "2026-10-01", to: "2026-10-01" })).list[1];
  const movement = (await list({ type: "transaction", from: "2026-10-01", to: "2026-10-01" })).list[1];
  const [orderNo, movementNo] = [order?.orderNo ?? "", movement?.orderNo ?? ""];
  const byNumber = async (type: string, number: string, of = id) =>
    (await list({ type, order_no: number }, of)).list;
  expect(await list({ type: "recharge", order_no: orderNo })).toEqual({ list: [order], nextCursor: null });
  expect(await byNumber("transaction", movementNo)).toEqual([movement]);
  // By the number of the order it belongs to.
  expect(await byNumber("transaction", orderNo)).toEqual([movement]);
  // Not under another letter, not as another type, and not for anybody else.
  const digits = orderNo.slice(1);
  for (const number of [
    `W${digits}`,
    `B${digits}`,
    "R2026130100000000001",
    "R9999999999999999999",
    `T${"9".repeat(30)}`,
  ]) {
    expect(await byNumber("transaction", number)).toEqual([]);
    expect(await byNumber("recharge", number)).toEqual([]);
  }
  expect(await byNumber("withdrawal", orderNo)).toEqual([]);
  for (const type of ["recharge", "transaction"] as const) {
    for (const number of [orderNo, movementNo]) expect(await byNumber(type, number, other)).toEqual([]);
  }
  await setTestClock(base.db, null);
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
