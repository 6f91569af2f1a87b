import { CALLS, type CallData, type MoneyRecord } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../../testing/played-server.ts";
import { balanceOf, resumeMoney, stopMoney } from "../../ledger/ledger.ts";
import {
  bindAccount,
  operator,
  orderId,
  periodsOf,
  recharge,
  withdrawal,
  wrongBooks,
  type Periods,
} from "../../testing/withdrawals.ts";

let played: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  played = await openPlayedServer({
    RATE_MONEY_PER_SECOND: "1000",
    RATE_MONEY_BURST: "1000",
    WITHDRAWAL_FOUR_EYES_ABOVE: "500.00",
    WITHDRAWAL_FEE_BASIS_POINTS: "100",
    WITHDRAWAL_FEE_FIXED: "1.00",
  });
  periods = periodsOf(played);
});
afterAll(() => played.close());

const makeOrder = (player: TestPlayer, body: object, more: { key?: string; language?: string } = {}) =>
  played.post<MoneyRecord>("/api/user/makeOrder", body, { player, ...more });
const quote = async (player: TestPlayer, amount = ""): Promise<CallData<typeof CALLS.withdrawQuote>> => {
  const path = `/api/user/withdrawQuote${amount === "" ? "" : `?amount=${amount}`}`;
  const { code, data } = await played.get<CallData<typeof CALLS.withdrawQuote>>(path, { player });
  expect([code, CALLS.withdrawQuote.data.safeParse(data).error]).toEqual([0, undefined]);
  return data;
};
const records = async (player: TestPlayer) => {
  const path = "/api/user/orderList?type=withdrawal";
  const { data } = await played.get<CallData<typeof CALLS.orderList>>(path, { player });
  expect(CALLS.orderList.data.safeParse(data).error).toBeUndefined();
  return data;
};
const templates = async (player: TestPlayer): Promise<string[]> => {
  const rows = await played.base.db.query<{ template: string }>(
    sql`SELECT template FROM message WHERE player_id = $1 AND template <> 'bigWin' ORDER BY id`,
    [player.id],
  );
  return rows.map(({ template }) => template);
};

/** A player with an address whose money was bet once; `cash` is the remaining balance in whole units. */
async function withdrawer(name: string, cash: number): Promise<{ player: TestPlayer; addressId: string }> {
  const player = await played.register(name);
  const addressId = await bindAccount(played, player);
  await recharge(played, player, `${cash}.00`);
  await periods.lose(player.id, BigInt(cash) * 100n);
  // With nothing left, the required turnover is reset; new money must be bet once.
  await recharge(played, player, `${cash * 2}.00`);
  await periods.lose(player.id, BigInt(cash) * 100n);
  const periodNo = await periods.open();
  await periods.bet(periodNo, player.id, BigInt(cash) * 100n, true);
  await periods.settle(periodNo);
  return { player, addressId };
}

test("what is asked for is held, in review by two operators above the set amount, paid out less the fee, and locks", async () => {
  const { player, addressId } = await withdrawer("two_eyes_pairs", 1_000);
  const had = (await balanceOf(played.base.db, player.id)) ?? 0n;
  const live = await played.listen(player);
  await live.next("hello");
  // Earlier events may still be in transit.
  const expectBalanceEvent = async (balance: string | undefined): Promise<void> => {
    for (let data: unknown; JSON.stringify(data) !== JSON.stringify({ balance });)
      data = await live.next("balance");
  };

  // Nothing would be left of an amount below the fee, so it is refused.
  expect(await quote(player, "0.50")).toMatchObject({ fee: "0.50", arrives: "0.00" });
  expect(await quote(player, "600.00")).toMatchObject({
    fee: "7.00",
    arrives: "593.00",
    min: "50.00",
    turnover: { required: "2000.00", done: "2000.00", left: "0.00" },
    heldUntil: null,
    pending: 0,
  });
  const order = await makeOrder(player, withdrawal(addressId, "600.00"));
  expect([order.code, CALLS.makeOrder.data.safeParse(order.data).error]).toEqual([0, undefined]);
  expect(order.data).toMatchObject({
    type: "withdrawal",
    status: "pendingReview",
    amount: "600.00",
    fee: "7.00",
    channelName: "Vietcombank",
    address: expect.stringMatching(/^•••• \d{4}$/u),
    timeline: [{ step: "asked" }],
  });
  await expectBalanceEvent(order.data.balanceAfter);
  const { orderNo } = order.data;
  expect(await live.next("money")).toEqual({ orderNo, type: "withdrawal", status: "pendingReview" });
  expect(await balanceOf(played.base.db, player.id)).toBe(had - 600_00n);

  const holds = async () =>
    (await played.post<{ holds: object[] }>("/api/user/getUserInfo", {}, { player })).data.holds;
  expect(await holds()).toEqual([{ kind: "withdrawal", amount: "600.00" }]);
  const { withdrawals, addresses } = played.app.wallet;
  const id = orderId(orderNo);
  expect(await withdrawals.pending()).toMatchObject([
    { orderId: id, playerId: player.id, amount: 600_00n, fee: 7_00n, fourEyes: true, approvedBy: [] },
  ]);
  const [first, second] = [operator(1n), operator(2n)];
  expect(await withdrawals.pass(id, first)).toEqual({ outcome: "second-needed" });
  expect(await live.next("money")).toEqual({ orderNo, type: "withdrawal", status: "pendingReview" });
  expect((await records(player)).list).toMatchObject([
    { timeline: [{ step: "asked" }, { step: "inReview" }] },
  ]);
  expect(await withdrawals.pass(id, first)).toEqual({ outcome: "same-operator" });
  expect(await withdrawals.pending()).toMatchObject([{ approvedBy: [1n] }]);
  expect(await withdrawals.pass(id, second)).toMatchObject({ outcome: "done", record: { status: "passed" } });
  expect(await withdrawals.pass(id, operator(3n))).toEqual({ outcome: "finished" });
  expect(await withdrawals.cancel(id, operator(3n, "other"))).toEqual({ outcome: "finished" });
  expect([first.written, second.written]).toEqual([[1n], [2n]]);
  expect(await live.next("money")).toEqual({ orderNo, type: "withdrawal", status: "passed" });
  live.stop();

  expect(await holds()).toEqual([]);
  const { list, sum } = await records(player);
  expect(sum).toEqual({ in: "0.00", out: "600.00" });
  expect(list).toMatchObject([
    { orderNo, status: "passed", timeline: [{ step: "asked" }, { step: "inReview" }, { step: "passed" }] },
  ]);
  expect(await templates(player)).toEqual(["addressAdded", "withdrawalPassed"]);
  const info = await played.post<{ locked: boolean }>("/api/user/getUserInfo", {}, { player });
  expect(info.data.locked).toBe(true);
  const desk = operator(9n);
  expect([await addresses.unlock(player.id, desk), await addresses.unlock(player.id, desk)]).toEqual([
    true,
    false,
  ]);
  expect(desk.written).toEqual([9n]);
  expect(await templates(player)).toContain("addressesUnlocked");
  expect(await wrongBooks(played)).toEqual([]);
});

test("cancelled with a reason, what was held is back, and one operator is enough below the set amount", async () => {
  const { player, addressId } = await withdrawer("comes_back", 300);
  const had = await balanceOf(played.base.db, player.id);
  const { withdrawals } = played.app.wallet;
  const order = await makeOrder(player, withdrawal(addressId, "100.00"));
  const id = orderId(order.data.orderNo);
  await expect(async () => withdrawals.cancel(id, operator(1n))).rejects.toThrow(/reason/u);
  const cancelled = await withdrawals.cancel(id, operator(1n, "cannotBePaid"));
  expect(cancelled).toMatchObject({
    outcome: "done",
    record: {
      status: "cancelled",
      reason: "cannotBePaid",
      timeline: [{}, { step: "cancelled" }],
    },
  });
  expect(await balanceOf(played.base.db, player.id)).toBe(had);
  const again = await makeOrder(player, withdrawal(addressId, "100.00"));
  expect(await withdrawals.pass(orderId(again.data.orderNo), operator(1n))).toMatchObject({
    outcome: "done",
  });
  expect(await withdrawals.pass(123n, operator(1n))).toEqual({ outcome: "unknown" });
  expect(await templates(player)).toEqual(["addressAdded", "withdrawalCancelled", "withdrawalPassed"]);
  expect(await wrongBooks(played)).toEqual([]);
});

test("a decision whose own writing fails has not happened", async () => {
  const { player, addressId } = await withdrawer("all_or_none", 300);
  const { withdrawals } = played.app.wallet;
  const order = await makeOrder(player, withdrawal(addressId, "100.00"));
  const id = orderId(order.data.orderNo);
  const failing = {
    operatorId: 1n,
    told: "other" as const,
    within: () => Promise.reject(new Error("no audit")),
  };
  await expect(withdrawals.pass(id, failing)).rejects.toThrow("no audit");
  await expect(withdrawals.cancel(id, failing)).rejects.toThrow("no audit");
  expect((await records(player)).list).toMatchObject([
    { status: "pendingReview", timeline: [{ step: "asked" }] },
  ]);
  await stopMoney(played.base.db, "a test");
  expect(await withdrawals.pass(id, operator(1n))).toEqual({ outcome: "stopped" });
  expect(await withdrawals.cancel(id, operator(1n, "other"))).toEqual({ outcome: "stopped" });
  await resumeMoney(played.base.db);
  expect(await withdrawals.pass(id, operator(1n))).toMatchObject({ outcome: "done" });
  expect(await wrongBooks(played)).toEqual([]);
});

test("a key brings the first reply again, to the same request alone; its hash does not give the password away", async () => {
  const { player, addressId } = await withdrawer("one_key", 300);
  const key = "a-withdrawal-key";
  const first = await makeOrder(player, withdrawal(addressId, "60.00"), { key });
  expect(first.code).toBe(0);
  expect(await makeOrder(player, withdrawal(addressId, "60.00"), { key })).toEqual(first);
  const other = await makeOrder(player, withdrawal(addressId, "61.00"), { key });
  expect(other.msg).toBe("This request key was used for something else");
  expect((await records(player)).list).toHaveLength(1);
  // The hash does not include the password: requests that differ only in it have the same hash.
  const [stored] = await played.base.owner.query<{ body_hash: Buffer }>(
    sql`SELECT body_hash FROM idempotency_key WHERE player_id = $1 AND key = $2`,
    [player.id, key],
  );
  const { hashRequest } = await import("../../http/body-hash.ts");
  const body = withdrawal(addressId, "60.00", { trans_password: undefined });
  expect(stored?.body_hash).toEqual(Buffer.from(hashRequest(CALLS.makeOrder.path, {}, body)));
});

/** Refusals, with their texts in both languages. */
async function refusals(player: TestPlayer, body: object): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const language of ["en-US", "vi-VN"]) {
    const { status, code, msg } = await makeOrder(player, body, { language });
    expect([status, code > 1000]).toEqual([200, true]);
    texts.push(msg);
  }
  return texts;
}

test("each refusal says why, in both languages, and nothing moves", async () => {
  const { player, addressId } = await withdrawer("refused_often", 300);
  const other = await withdrawer("somebody_else", 100);
  const had = await balanceOf(played.base.db, player.id);
  expect(await refusals(player, withdrawal(addressId, "49.99"))).toEqual([
    "The smallest amount is 50.00",
    "Số tiền tối thiểu là 50,00",
  ]);
  expect(await refusals(player, withdrawal(addressId, "200000.01"))).toEqual([
    "The largest amount is 200,000.00",
    "Số tiền tối đa là 200.000,00",
  ]);
  expect(await refusals(player, withdrawal(other.addressId, "60.00"))).toEqual([
    "No such withdrawal address",
    "Không tìm thấy địa chỉ rút tiền này",
  ]);
  expect(await refusals(player, withdrawal(addressId, "150000.00"))).toEqual([
    "Not enough balance",
    "Số dư không đủ",
  ]);
  await stopMoney(played.base.db, "a test");
  expect((await refusals(player, withdrawal(addressId, "60.00")))[0]).toMatch(/^Money moves are paused/u);
  await resumeMoney(played.base.db);
  expect(await refusals(player, withdrawal(addressId, "60.00", { trans_password: "975310" }))).toEqual([
    "Wrong withdrawal password. Tries left: 4",
    "Mật khẩu rút tiền không đúng. Còn 3 lần thử",
  ]);
  expect(await balanceOf(played.base.db, player.id)).toBe(had);
  await makeOrder(player, withdrawal(addressId, "60.00"));
  expect(await refusals(player, withdrawal(addressId, "60.00"))).toEqual([
    "You have a withdrawal in review. Wait until it is finished",
    "Bạn đang có yêu cầu rút chờ duyệt. Hãy đợi yêu cầu đó hoàn tất",
  ]);
  await recharge(played, other.player, "40.00");
  expect(await refusals(other.player, withdrawal(other.addressId, "60.00"))).toEqual([
    "Bet 40.00 more before you withdraw",
    "Cần cược thêm 40,00 rồi mới rút được",
  ]);
  // A further address is a change and holds withdrawals for a day.
  await bindAccount(played, other.player);
  expect((await refusals(other.player, withdrawal(other.addressId, "60.00")))[0]).toMatch(
    /^Your security details have just changed. You can withdraw from \S+/u,
  );
  expect((await quote(other.player)).heldUntil).toBeGreaterThan(Date.now() + 86_000_000);
  expect(await refusals(other.player, withdrawal("77777", "60.00"))).toHaveLength(2);
  expect(await wrongBooks(played)).toEqual([]);
});

test("five wrong tries at the password lock withdrawals, the right one too", async () => {
  const { player, addressId } = await withdrawer("forgetful", 100);
  const wrong = withdrawal(addressId, "60.00", { trans_password: "975310" });
  for (const left of [4, 3, 2, 1]) expect((await makeOrder(player, wrong)).data).toEqual({ triesLeft: left });
  expect((await makeOrder(player, wrong)).msg).toMatch(/^Too many wrong tries/u);
  expect((await makeOrder(player, withdrawal(addressId, "60.00"))).msg).toMatch(/^Too many wrong tries/u);
});

test("what does not fit the call is refused before anything is looked at", async () => {
  const player = await played.register("malformed");
  const good = withdrawal("1", "60.00");
  const bad = [
    { ...good, channel_id: "demo" },
    { ...good, amount: "60.001" },
    { ...good, amount: "-60.00" },
    { ...good, addr_id: "1; DROP TABLE player" },
    { ...good, addr_id: "0" },
    { ...good, trans_password: "12345" },
    { ...good, type: "transfer" },
  ];
  for (const body of bad) expect([body, (await makeOrder(player, body)).status]).toEqual([body, 400]);
  expect((await played.post("/api/user/makeOrder", good)).code).toBe(401);
  expect((await played.get("/api/user/withdrawQuote?amount=1,5", { player })).status).toBe(400);
});
