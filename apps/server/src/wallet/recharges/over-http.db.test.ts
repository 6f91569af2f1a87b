import { createHmac } from "node:crypto";
import { CALLS, type MoneyRecord } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceTestClock, setTestClock } from "../../testing/test-database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../../testing/played-server.ts";
import { BANK_SECRET, MINUTE_MS, operator } from "../../testing/recharges.ts";
import { orderIdIn } from "./notices.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer({
    RECHARGE_BANK_NOTICE_SECRET: BANK_SECRET,
    RECHARGE_BANK_FEE_PERCENT: "1",
    RECHARGE_MAX_PENDING: "3",
    RECHARGE_BTC_HOURS: closedNow(),
  });
});
afterAll(() => played.close());

/** Two hours that begin in six: closed whenever the test runs. */
function closedNow(): string {
  const hanoi = new Date(Date.now() + 7 * 3_600_000).getUTCHours();
  const hour = (ahead: number): string => String((hanoi + ahead) % 24).padStart(2, "0");
  return `${hour(6)}:00-${hour(8)}:00`;
}

const order = (player: TestPlayer, channel = "bank", amount = "100.00", key?: string) =>
  played.post<MoneyRecord>(
    "/api/user/makeOrder",
    { type: "recharge", amount, channel_id: channel },
    key === undefined ? { player } : { player, key },
  );
const act = (player: TestPlayer, path: "confirmPaid" | "cancelRecharge", orderNo: string) =>
  played.post<MoneyRecord>(`/api/user/${path}`, { order_no: orderNo }, { player });
const records = async (player: TestPlayer, language = "en-US") =>
  (await played.get<{ list: MoneyRecord[] }>("/api/user/orderList?type=recharge", { player, language })).data
    .list;

async function notify(notice: object): Promise<unknown> {
  const body = JSON.stringify(notice);
  const at = String(Date.now());
  const reply = await fetch(`${played.url}/api/notice/bank`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Notice-Timestamp": at,
      "X-Notice-Signature": createHmac("sha256", BANK_SECRET).update(`${at}.${body}`).digest("hex"),
    },
    body,
  });
  return reply.json();
}

test("the channels are told with their terms", async () => {
  const player = await played.register("channel_reader");
  const { data } = await played.get<unknown[]>("/api/user/rechargeChannels", { player });
  expect(CALLS.rechargeChannels.data.safeParse(data).error).toBeUndefined();
  expect(data).toMatchObject([
    { id: "demo", expiresMinutes: null, sample: false, open: true, hours: null },
    {
      id: "bank",
      name: "Bank transfer",
      fee: { basisPoints: 100 },
      expiresMinutes: 30,
      sample: true,
      open: true,
    },
    // The rate of a coin and the required turnover are shown before a recharge is requested.
    { id: "usdt-tron", open: true, coin: { currency: "USDT", digits: 4 }, turnoverPercent: 100 },
    { id: "usdt-ethereum", open: true },
    { id: "btc", open: false },
  ]);
  expect(await order(player, "btc")).toMatchObject({
    code: 2006,
    msg: expect.stringMatching(/from \d\d:00 to \d\d:00/u),
  });
});

test("asked, said to be paid, passed by a notice told twice: the player's windows hear of each", async () => {
  const player = await played.register("paid_by_notice");
  const live = await played.listen(player);
  const reply = await order(player, "bank", "1234.50", "one-tap-of-mine");
  expect(CALLS.makeOrder.data.safeParse(reply.data).error).toBeUndefined();
  expect(await order(player, "bank", "1234.50", "one-tap-of-mine")).toEqual(reply);
  const { orderNo, payment } = reply.data;
  expect(await live.next("money")).toEqual({ orderNo, type: "recharge", status: "pendingReview" });
  expect(await records(player)).toEqual([reply.data]);

  const confirmed = await act(player, "confirmPaid", orderNo);
  expect(confirmed.data).toMatchObject({ status: "pendingReview", confirmedAt: expect.any(Number), payment });
  expect(await act(player, "confirmPaid", orderNo)).toEqual(confirmed);
  expect((await act(player, "cancelRecharge", orderNo)).code).toBe(2013);

  const notice = { notice_id: "FT1", amount: payment?.amount, currency: "VND", reference: `CT ${orderNo}` };
  expect(await notify(notice)).toMatchObject({ code: 0, data: { result: "passed", orderNo } });
  expect(await notify(notice)).toMatchObject({ code: 0, data: { result: "passed", orderNo } });
  expect(await live.next("money")).toEqual({ orderNo, type: "recharge", status: "passed" });
  expect(await live.next("balance")).toEqual({ balance: "1234.50" });
  live.stop();
  expect((await played.get("/api/balance", { player })).data).toBe("1234.50");
  const [record] = await records(player);
  expect(record).toMatchObject({
    status: "passed",
    amount: "1234.50",
    fee: "12.35",
    balanceAfter: "1234.50",
  });
  expect(record?.payment).toBeUndefined();
  expect((await act(player, "confirmPaid", orderNo)).code).toBe(2009);
});

test("cancelled by the player, by the clock, and by the desk: each says why in the reader's language", async () => {
  const player = await played.register("cancelled_ones");
  const [own, late, desk] = [await order(player), await order(player), await order(player)];
  expect((await order(player)).code).toBe(2014);
  const cancelled = await act(player, "cancelRecharge", own.data.orderNo);
  expect(cancelled.data).toMatchObject({
    status: "cancelled",
    reason: "Cancelled by you",
    channelName: "Bank transfer",
  });
  expect((await act(player, "cancelRecharge", own.data.orderNo)).code).toBe(2009);
  await played.app.wallet.recharges.cancel(orderIdIn(desk.data.orderNo) ?? 0n, operator());
  await advanceTestClock(played.base.db, 31 * MINUTE_MS);
  await played.app.wallet.recharges.sweep();
  await setTestClock(played.base.db, null);
  const reasons = async (language: string) => (await records(player, language)).map(({ reason }) => reason);
  expect(await reasons("en-US")).toEqual([
    "We have not received the payment",
    "Not paid in time",
    "Cancelled by you",
  ]);
  expect(await reasons("vi-VN")).toEqual([
    "Chúng tôi chưa nhận được tiền",
    "Quá hạn thanh toán",
    "Bạn đã huỷ",
  ]);
  expect(late.data.status).toBe("pendingReview");
});

test("nobody touches another's recharge, and unknown fields are refused", async () => {
  const [owner, other] = [await played.register("owner_of_it"), await played.register("other_player")];
  const { orderNo } = (await order(owner)).data;
  for (const path of ["confirmPaid", "cancelRecharge"] as const) {
    expect((await act(other, path, orderNo)).code).toBe(2008);
    expect((await act(owner, path, "R1")).status).toBe(400);
    expect((await act(owner, path, "W2026112100000000001")).code).toBe(2008);
    const extra = { order_no: orderNo, more: 1 };
    expect((await played.post(`/api/user/${path}`, extra, { player: owner })).status).toBe(400);
    expect((await played.post(`/api/user/${path}`, { order_no: orderNo })).code).toBe(401);
  }
  expect(await records(other)).toEqual([]);
  expect((await records(owner))[0]?.status).toBe("pendingReview");
});
