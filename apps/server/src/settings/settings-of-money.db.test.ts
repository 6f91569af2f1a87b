import { createHmac } from "node:crypto";
import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceTestClock, setTestClock } from "../testing/test-database.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";

/** Bounds, fees and times of recharges and withdrawals, set otherwise than a server comes, and seen over HTTP. */

const SECRET = "what-the-bank-signs-its-notices-with";
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const MINUTE_MS = 60_000;

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({
    RECHARGE_MIN: "20.00",
    RECHARGE_MAX: "3000.00",
    RECHARGE_MAX_PENDING: "2",
    RECHARGE_FOUR_EYES_ABOVE: "500.00",
    RECHARGE_GRACE_MINUTES: "120",
    RECHARGE_BANK_ACCOUNT: "0011001234567",
    RECHARGE_BANK_NAME: "A Bank",
    RECHARGE_BANK_PAYEE: "SEN COMPANY",
    RECHARGE_BANK_BIN: "970436",
    RECHARGE_BANK_MIN: "25.00",
    RECHARGE_BANK_MAX: "2500.00",
    RECHARGE_BANK_FEE_PERCENT: "2",
    RECHARGE_BANK_FEE_FIXED: "1.00",
    RECHARGE_BANK_EXPIRES_MINUTES: "45",
    RECHARGE_BANK_NOTICE_SECRET: SECRET,
    RECHARGE_USDT_TRON_ADDRESS: TRON,
    RECHARGE_USDT_TRON_RATE: "50.00",
    RECHARGE_BTC_HOURS: closedNow(),
    WITHDRAWAL_MIN: "60.00",
    WITHDRAWAL_MAX: "900.00",
    WITHDRAWAL_FEE_BASIS_POINTS: "100",
    WITHDRAWAL_FEE_FIXED: "2.00",
    WITHDRAWAL_FOUR_EYES_ABOVE: "300.00",
    WITHDRAWAL_MAX_PENDING: "2",
    WITHDRAWAL_ARRIVAL_MINUTES: "45",
    WITHDRAWAL_MAX_ADDRESSES: "2",
    TURNOVER_PERCENT: "0",
  });
});
afterAll(() => server.close());

/** Two hours that begin in six: closed whenever the test runs. */
function closedNow(): string {
  const hanoi = new Date(Date.now() + 7 * 60 * MINUTE_MS).getUTCHours();
  const hour = (ahead: number): string => String((hanoi + ahead) % 24).padStart(2, "0");
  return `${hour(6)}:00-${hour(8)}:00`;
}

let players = 0;
const enrol = () => server.enrol(`payer_${(players += 1)}`);
const recharge = (token: string, amount: string, channel = "bank"): Promise<Reply> =>
  server.player("POST", "/api/user/makeOrder", token, { type: "recharge", amount, channel_id: channel });
const bindCard = (token: string, card: string): Promise<Reply> =>
  server.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });

test("RECHARGE_MIN, RECHARGE_MAX, RECHARGE_BANK_MIN, RECHARGE_BANK_MAX: a recharge below or above is refused", async () => {
  const { token } = await enrol();
  const codes = async (channel: string, ...amounts: string[]): Promise<number[]> => {
    const found: number[] = [];
    for (const amount of amounts) {
      const reply = await recharge(token, amount, channel);
      found.push(reply.code);
      if (reply.code === 0)
        await server.player("POST", "/api/user/cancelRecharge", token, { order_no: reply.data.orderNo });
    }
    return found;
  };
  const [low, high] = [CODES.AMOUNT_BELOW_MIN, CODES.AMOUNT_ABOVE_MAX];
  expect(await codes("usdt-tron", "19.99", "20.00", "3000.00", "3000.01")).toEqual([low, 0, 0, high]);
  expect(await codes("bank", "24.99", "25.00", "2500.00", "2500.01")).toEqual([low, 0, 0, high]);
});

test("RECHARGE_MAX_PENDING: one more than may wait is refused", async () => {
  const { token } = await enrol();
  const codes = [
    await recharge(token, "100.00"),
    await recharge(token, "101.00"),
    await recharge(token, "102.00"),
  ];
  expect(codes.map(({ code }) => code)).toEqual([0, 0, CODES.TOO_MANY_PENDING]);
});

test("RECHARGE_BANK_ACCOUNT, RECHARGE_BANK_NAME, RECHARGE_BANK_PAYEE, RECHARGE_BANK_BIN, RECHARGE_BANK_FEE_PERCENT, RECHARGE_BANK_FEE_FIXED: what a player is asked to pay, and to whom", async () => {
  const { token } = await enrol();
  const { data } = await recharge(token, "100.00");
  expect(data).toMatchObject({
    fee: "3.00",
    payment: { bank: "A Bank", account: "0011001234567", payee: "SEN COMPANY", amount: "103000" },
  });
  expect(data.payment.qr).toContain("970436");
});

test("RECHARGE_USDT_TRON_ADDRESS, RECHARGE_USDT_TRON_RATE, RECHARGE_BTC_HOURS: coins go to the wallet at the rate, and only in the hours", async () => {
  const { token } = await enrol();
  const { data } = await recharge(token, "100.00", "usdt-tron");
  expect(data.payment.account).toBe(TRON);
  // A little is added by which the payment is known again.
  expect(Number(data.payment.amount)).toBeGreaterThanOrEqual(2);
  expect(Number(data.payment.amount)).toBeLessThan(2.1);
  const { data: channels } = await server.player("GET", "/api/user/rechargeChannels", token);
  expect(channels.find(({ id }: { id: string }) => id === "btc")).toMatchObject({ open: false });
  expect((await recharge(token, "100.00", "btc")).code).toBe(CODES.CHANNEL_CLOSED);
});

test("RECHARGE_BANK_NOTICE_SECRET: a notice signed by it passes a recharge, by another not", async () => {
  const { token } = await enrol();
  const { data: order } = await recharge(token, "100.00");
  const notify = async (secret: string): Promise<number> => {
    const payload = JSON.stringify({
      notice_id: `FT-${secret.slice(0, 4)}`,
      amount: "103000",
      currency: "VND",
      reference: order.orderNo,
    });
    const at = String(server.now());
    const signature = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-notice-timestamp": at,
      "x-notice-signature": signature,
    };
    return (
      await server.app.player.inject({ method: "POST", url: "/api/notice/bank", headers, payload })
    ).json().code;
  };
  expect(await notify("another secret of as many characters")).not.toBe(0);
  expect((await server.player("GET", "/api/balance", token)).data).toBe("0.00");
  expect(await notify(SECRET)).toBe(0);
  expect((await server.player("GET", "/api/balance", token)).data).toBe("100.00");
});

test("RECHARGE_FOUR_EYES_ABOVE, WITHDRAWAL_FOUR_EYES_ABOVE: one operator passes what is not above, and is the first of two for more", async () => {
  const alone = (await server.desk("GET", "/desk/api/alone", await server.as("cashier"))).data;
  expect([alone.recharges.single, alone.withdrawals.single]).toEqual(["500.00", "300.00"]);
  const { token } = await enrol();
  const waits = async (amount: string): Promise<boolean> => {
    const { data } = await recharge(token, amount);
    const body = { reason: "it came" };
    const passed = await server.desk(
      "POST",
      `/desk/api/recharges/${data.orderNo}/pass`,
      await server.as("cashier"),
      body,
    );
    expect(passed.code).toBe(0);
    return passed.data.waitsForSecond;
  };
  expect([await waits("500.00"), await waits("500.01")]).toEqual([false, true]);
});

test("WITHDRAWAL_MIN, WITHDRAWAL_MAX, WITHDRAWAL_FEE_BASIS_POINTS, WITHDRAWAL_FEE_FIXED, WITHDRAWAL_MAX_PENDING, WITHDRAWAL_ARRIVAL_MINUTES: what a withdrawal is told, and refused", async () => {
  const { token } = await enrol();
  await recharge(token, "3000.00", "demo");
  const { data: terms } = await server.player("GET", "/api/user/withdrawQuote?amount=200.00", token);
  expect(terms).toMatchObject({
    min: "60.00",
    max: "900.00",
    fee: "4.00",
    arrives: "196.00",
    maxPending: 2,
    arrivalMinutes: 45,
  });
  const { data: card } = await bindCard(token, "0011223344");
  const order = async (amount: string): Promise<number> => {
    const body = { type: "withdrawal", amount, addr_id: card.id, trans_password: "135790" };
    return (await server.player("POST", "/api/user/makeOrder", token, body)).code;
  };
  const codes = [
    await order("59.00"),
    await order("901.00"),
    await order("60.00"),
    await order("100.00"),
    await order("100.00"),
  ];
  expect(codes).toEqual([CODES.AMOUNT_BELOW_MIN, CODES.AMOUNT_ABOVE_MAX, 0, 0, CODES.WITHDRAWAL_PENDING]);
});

test("WITHDRAWAL_MAX_ADDRESSES: one more card is refused", async () => {
  const { token } = await enrol();
  const codes = [
    await bindCard(token, "0099887701"),
    await bindCard(token, "0099887702"),
    await bindCard(token, "0099887703"),
  ];
  expect(codes.map(({ code }) => code)).toEqual([0, 0, CODES.ADDRESS_LIMIT]);
});

test("RECHARGE_BANK_EXPIRES_MINUTES, RECHARGE_GRACE_MINUTES: how long a recharge waits, and once it is said to be paid", async () => {
  await setTestClock(server.base.owner, Date.now());
  const [silent, payer] = [await enrol(), await enrol()];
  await recharge(silent.token, "100.00");
  const { data: order } = await recharge(payer.token, "100.00");
  const minutes = (order.payment.expiresAt - order.time) / MINUTE_MS;
  expect(Math.round(minutes)).toBe(45);
  expect(
    (await server.player("POST", "/api/user/confirmPaid", payer.token, { order_no: order.orderNo })).code,
  ).toBe(0);
  const login = async (name: string): Promise<string> =>
    (
      await server.player("POST", "/api/user/login", undefined, {
        username: name,
        password: "a long enough one",
      })
    ).data.token;
  const statusAfter = async (more: number): Promise<string[]> => {
    await advanceTestClock(server.base.owner, more * MINUTE_MS);
    await server.app.wallet.recharges.sweep();
    const statuses: string[] = [];
    for (const which of [players - 1, players]) {
      const { data } = await server.player(
        "GET",
        "/api/user/orderList?type=recharge",
        await login(`payer_${which}`),
      );
      statuses.push(data.list[0].status);
    }
    return statuses;
  };
  expect(await statusAfter(46)).toEqual(["cancelled", "pendingReview"]);
  expect(await statusAfter(75)).toEqual(["cancelled", "cancelled"]);
});
