import { testVault } from "../../testing/key-ring.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openTestDatabase,
  setTestClock,
  advanceTestClock,
  type TestDatabase,
} from "../../testing/test-database.ts";
import { balanceOf, resumeMoney, stopMoney } from "../../ledger/ledger.ts";
import type { RechargeChannel } from "../channels/channel.ts";
import { confirmPaid, giveUp } from "./own-recharge.ts";
import { openRecharges, type Recharges } from "./recharges.ts";
import {
  addPlayer,
  tryRecharge,
  newRecharge,
  believed,
  COIN,
  creditsOf,
  HOUR_MS,
  messagesOf,
  MINUTE_MS,
  operator,
  liveEventsOf,
  wrongBooks,
} from "../../testing/recharges.ts";

let base: TestDatabase;
let recharges: Recharges;
let changes = 0;
const GRACE = { graceMs: HOUR_MS, checkClock: believed };
beforeAll(async () => {
  base = await openTestDatabase();
  recharges = openRecharges(base.db, {
    vault: testVault(),
    changed: () => void (changes += 1),
    checkClock: believed,
    fourEyesAbove: 1_000_00n,
  });
});
afterAll(() => base.close());

const statusOf = async (playerId: bigint, id: bigint): Promise<string> => {
  const waiting = await recharges.pending(10_000);
  if (waiting.some(({ orderId }) => orderId === id)) return "pendingReview";
  return (await creditsOf(base.db, playerId)) > 0 ? "passed" : "cancelled";
};

test("a bank transfer waits with its sheet; the desk passes it and the player is told", async () => {
  const player = await addPlayer(base.db);
  const { id, record } = await newRecharge(base.db, player);
  expect(record).toMatchObject({
    status: "pendingReview",
    amount: "100.00",
    fee: "1.00",
    payment: { kind: "bank", amount: "101000", currency: "VND" },
  });
  expect(record.payment?.qr).toContain(record.payment?.reference);
  expect(record.payment?.expiresAt).toBe(record.time + 30 * MINUTE_MS);
  const waiting = (await recharges.pending()).find(({ orderId }) => orderId === id);
  expect(waiting).toMatchObject({
    playerId: player,
    amount: 100_00n,
    fee: 1_00n,
    currency: "VND",
    trouble: null,
  });

  const by = operator();
  const before = changes;
  const passed = await recharges.pass(id, by);
  expect(passed).toMatchObject({ outcome: "done", record: { status: "passed", balanceAfter: "100.00" } });
  expect([by.calls, changes - before]).toEqual([1, 1]);
  expect(await balanceOf(base.db, player)).toBe(100_00n);
  expect(await messagesOf(base.db, player)).toEqual(["rechargePassed"]);
  const events = await liveEventsOf(base.db, player);
  expect(events.filter(({ event }) => event !== "message")).toEqual([
    { event: "money", payload: { orderNo: record.orderNo, type: "recharge", status: "pendingReview" } },
    { event: "money", payload: { orderNo: record.orderNo, type: "recharge", status: "passed" } },
    { event: "balance", payload: { balance: "100.00" } },
  ]);
  expect(await recharges.cancel(id, by)).toEqual({ outcome: "finished" });
  expect(await recharges.pass(1n, by)).toEqual({ outcome: "unknown" });
});

test("a thousand clicks on one order are one effect", async () => {
  const player = await addPlayer(base.db);
  const { id } = await newRecharge(base.db, player);
  const by = operator();
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => recharges.pass(id, by)));
  expect(outcomes.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter(({ outcome }) => outcome === "finished")).toHaveLength(999);
  expect([by.calls, await creditsOf(base.db, player), await balanceOf(base.db, player)]).toEqual([
    1,
    1,
    100_00n,
  ]);
  expect(await messagesOf(base.db, player)).toEqual(["rechargePassed"]);
});

test("of pass, cancel, expiry and the player's own end exactly one wins", async () => {
  for (let round = 0; round < 25; round += 1) {
    const player = await addPlayer(base.db);
    const { id, record } = await newRecharge(base.db, player);
    await advanceTestClock(base.db, 31 * MINUTE_MS);
    const [clerk, other] = [operator(1n), operator(2n)];
    // Begun in another order each round.
    const acts = [
      async () => (await recharges.pass(id, clerk)).outcome === "done",
      async () => (await recharges.cancel(id, other)).outcome === "done",
      async () => (await recharges.sweep()) === 1,
      async () => typeof (await giveUp(base.db, player, record.orderNo)) !== "string",
    ];
    const turned = [...acts.slice(round % 4), ...acts.slice(0, round % 4)];
    const won = await Promise.all(turned.map((act) => act()));
    expect(won.filter(Boolean)).toHaveLength(1);
    const status = await statusOf(player, id);
    expect([status, await balanceOf(base.db, player)]).toEqual(
      clerk.calls === 1 ? ["passed", 100_00n] : ["cancelled", 0n],
    );
    await setTestClock(base.db, null);
  }
});

test("what the desk's own words fail to write is undone with the money", async () => {
  const player = await addPlayer(base.db);
  const { id } = await newRecharge(base.db, player);
  const broken = { operatorId: 1n, within: () => Promise.reject(new Error("no audit")) };
  await expect(recharges.pass(id, broken)).rejects.toThrow("no audit");
  expect([await statusOf(player, id), await balanceOf(base.db, player)]).toEqual(["pendingReview", 0n]);
  expect(await recharges.pass(id, operator())).toMatchObject({ outcome: "done" });
});

test("another amount may be credited, and a late one; neither twice", async () => {
  const player = await addPlayer(base.db);
  const first = await newRecharge(base.db, player);
  expect(await recharges.passWith(first.id, 60_00n, operator())).toMatchObject({
    record: { amount: "60.00" },
  });
  const second = await newRecharge(base.db, player);
  expect(await recharges.passLate(second.id, operator())).toEqual({ outcome: "finished" });
  await recharges.cancel(second.id, operator());
  const late = await Promise.all([1, 2, 3].map(() => recharges.passLate(second.id, operator())));
  expect(late.map(({ outcome }) => outcome).toSorted()).toEqual(["done", "finished", "finished"]);
  expect(await balanceOf(base.db, player)).toBe(160_00n);
});

test("money that is stopped credits nothing, and nobody's time runs out meanwhile", async () => {
  const player = await addPlayer(base.db);
  const { id } = await newRecharge(base.db, player);
  await stopMoney(base.db, "a test");
  await advanceTestClock(base.db, HOUR_MS);
  expect(await recharges.pass(id, operator())).toEqual({ outcome: "stopped" });
  expect(await recharges.sweep()).toBe(0);
  expect((await tryRecharge(base.db, player)).outcome).toBe("stopped");
  await resumeMoney(base.db);
  expect(await recharges.sweep()).toBe(1);
  expect(await statusOf(player, id)).toBe("cancelled");
  await setTestClock(base.db, null);
});

describe("the clock and the player", () => {
  test("an order ends when its time is over, not before", async () => {
    const player = await addPlayer(base.db);
    const start = Date.now();
    await setTestClock(base.db, start);
    const { id } = await newRecharge(base.db, player);
    await setTestClock(base.db, start + 30 * MINUTE_MS - 1);
    expect(await recharges.sweep()).toBe(0);
    await setTestClock(base.db, start + 30 * MINUTE_MS);
    expect(await recharges.sweep()).toBe(1);
    expect(await statusOf(player, id)).toBe("cancelled");
    expect(await messagesOf(base.db, player)).toEqual(["rechargeCancelled"]);
    await setTestClock(base.db, null);
  });

  test("who said that they paid is waited for longer, and can no longer give the order up", async () => {
    const player = await addPlayer(base.db);
    const start = Date.now();
    await setTestClock(base.db, start);
    const { id, record } = await newRecharge(base.db, player);
    expect(await giveUp(base.db, await addPlayer(base.db), record.orderNo)).toBe("MONEY_ORDER_UNKNOWN");
    expect(await confirmPaid(base.db, GRACE, await addPlayer(base.db), record.orderNo)).toBe(
      "MONEY_ORDER_UNKNOWN",
    );
    await setTestClock(base.db, start + 20 * MINUTE_MS);
    const confirmation = await confirmPaid(base.db, GRACE, player, record.orderNo);
    expect(confirmation).toMatchObject({ confirmed: BigInt(start + 20 * MINUTE_MS) });
    // Repeating the confirmation does not extend the time.
    await setTestClock(base.db, start + 40 * MINUTE_MS);
    expect(await confirmPaid(base.db, GRACE, player, record.orderNo)).toMatchObject({
      confirmed: BigInt(start + 20 * MINUTE_MS),
    });
    expect(await giveUp(base.db, player, record.orderNo)).toBe("RECHARGE_PAID");
    await setTestClock(base.db, start + 80 * MINUTE_MS - 1);
    expect(await recharges.sweep()).toBe(0);
    await setTestClock(base.db, start + 80 * MINUTE_MS);
    expect(await recharges.sweep()).toBe(1);
    expect(await statusOf(player, id)).toBe("cancelled");
    expect(await confirmPaid(base.db, GRACE, player, record.orderNo)).toBe("MONEY_ORDER_FINISHED");
    await setTestClock(base.db, null);
  });

  test("over is over, even before it is swept up", async () => {
    const player = await addPlayer(base.db);
    const { record } = await newRecharge(base.db, player);
    await advanceTestClock(base.db, 31 * MINUTE_MS);
    expect(await confirmPaid(base.db, GRACE, player, record.orderNo)).toBe("MONEY_ORDER_FINISHED");
    expect(await giveUp(base.db, player, record.orderNo)).toMatchObject({
      status: "cancelled",
      reason: "player",
    });
    expect(await giveUp(base.db, player, record.orderNo)).toBe("MONEY_ORDER_FINISHED");
    expect(await messagesOf(base.db, player)).toEqual([]);
    await setTestClock(base.db, null);
  });
});

describe("orders that their amount tells apart", () => {
  test("forty at once ask for forty different amounts", async () => {
    const players = await Promise.all(Array.from({ length: 40 }, () => addPlayer(base.db)));
    const orders = await Promise.all(
      players.map((player) => newRecharge(base.db, player, { channel: COIN })),
    );
    expect(new Set(orders.map(({ due }) => due)).size).toBe(40);
  });

  test("an amount is free again a day after its order ended; none is given twice before", async () => {
    const few: RechargeChannel =
      COIN.begins.as === "passed" ? COIN : { ...COIN, id: "few", begins: { ...COIN.begins, tails: 2 } };
    const player = await addPlayer(base.db);
    const [one, two] = [
      await newRecharge(base.db, player, { channel: few }),
      await newRecharge(base.db, player, { channel: few }),
    ];
    expect(one.due).not.toBe(two.due);
    expect((await tryRecharge(base.db, player, { channel: few })).outcome).toBe("busy");
    await recharges.cancel(one.id, operator());
    expect((await tryRecharge(base.db, player, { channel: few })).outcome).toBe("busy");
    await advanceTestClock(base.db, 25 * HOUR_MS);
    expect((await newRecharge(base.db, player, { channel: few })).due).toBe(one.due);
    await setTestClock(base.db, null);
  });
});

test("a player has a few waiting orders, not many", async () => {
  const player = await addPlayer(base.db);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => tryRecharge(base.db, player, { maxPending: 3 })),
  );
  expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(3);
  expect(outcomes.filter(({ outcome }) => outcome === "too-many")).toHaveLength(5);
});

test("the books are right after all of it", async () => {
  expect(await wrongBooks(base.db)).toEqual([]);
});
