import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { findClearText } from "../testing/clear-text.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";

const SECRET = "the-bank-s-own-secret-of-32-letters";
let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({
    RECHARGE_BANK_ACCOUNT: "0011001234567",
    RECHARGE_BANK_NAME: "A Bank",
    RECHARGE_BANK_PAYEE: "LOTUS",
    RECHARGE_BANK_NOTICE_SECRET: SECRET,
    RECHARGE_FOUR_EYES_ABOVE: "1000.00",
    RECHARGE_MAX_PENDING: "50",
  });
});
afterAll(() => server.close());

const [STATE, MATCHED] = [8002, 8026];
const reason = "seen on the statement";

async function recharge(token: string, amount: string, channel = "bank"): Promise<string> {
  const body = { type: "recharge", amount, channel_id: channel };
  const order = await server.player("POST", "/api/user/makeOrder", token, body);
  expect(order).toMatchObject({ code: 0, data: { status: "pendingReview" } });
  return order.data.orderNo;
}

/** A signed notice of a payment in đồng; 1,000 đồng are one unit of the account. */
async function money(id: string, dong: number, reference: string): Promise<void> {
  const body = JSON.stringify({ notice_id: id, amount: String(dong), currency: "VND", reference });
  const timestamp = String(server.now());
  const signature = createHmac("sha256", SECRET).update(`${timestamp}.`).update(body).digest("hex");
  const reply = await server.app.player.inject({
    method: "POST",
    url: "/api/notice/bank",
    headers: {
      "content-type": "application/json",
      "x-notice-timestamp": timestamp,
      "x-notice-signature": signature,
    },
    payload: body,
  });
  expect(reply.json()).toMatchObject({ code: 0 });
}

const balanceOf = async (token: string): Promise<string> =>
  (await server.player("GET", "/api/balance", token)).data;
const openPayments = async (): Promise<{ id: string; amount: string; order: string | null }[]> =>
  (await server.desk("GET", "/desk/api/paymentNotices?state=open", await server.as("support"))).data.list;
const act = async (path: string, role: "cashier" | "admin", body: object, key?: string): Promise<Reply> =>
  server.desk("POST", `/desk/api/${path}`, await server.as(role), body, key);

test("money of no order is matched by hand: nothing moves, the order waits, and a person's word is no proof", async () => {
  const player = await server.enrol("matched_one");
  const order = await recharge(player.token, "1200.00");
  await money("M1", 1_200_000, "no number in it");
  const [payment] = await openPayments();
  expect(payment).toMatchObject({ amount: "1200000", order: null, result: "unmatched", state: "open" });
  const path = `paymentNotices/${payment?.id}/match`;
  expect((await act(path, "cashier", { order_no: order })).status).toBe(400);
  expect((await act(path, "cashier", { order_no: "R202001010000000001", reason })).code).toBe(8003);
  const coins = await recharge(player.token, "1200.00", "usdt-tron");
  expect((await act(path, "cashier", { order_no: coins, reason })).code).toBe(8013);

  const first = await act(path, "cashier", { order_no: order, reason }, "a-match-key-1");
  expect(first).toMatchObject({
    code: 0,
    data: { state: "matched", order, operator: { name: "cashier_1" } },
  });
  expect(await act(path, "cashier", { order_no: order, reason }, "a-match-key-1")).toEqual(first);
  expect((await act(path, "admin", { order_no: order, reason })).code).toBe(STATE);
  expect(await balanceOf(player.token)).toBe("0.00");
  const shown = await server.desk("GET", `/desk/api/recharges/${order}`, await server.as("cashier"));
  expect(shown.data).toMatchObject({
    status: "pendingReview",
    needsTwo: true,
    payment: { trouble: "matched-by-hand", notices: [{ credit: "1200.00", matched: true }] },
  });

  // Who matched does not pass, alone, first or second.
  expect(shown.data.keptApart).toMatchObject({ action: "payment.match", own: true });
  expect((await act(`recharges/${order}/pass`, "cashier", {})).code).toBe(MATCHED);
  expect((await act(`recharges/${order}/passWith`, "cashier", { amount: "5.00", reason })).code).toBe(
    MATCHED,
  );
  expect(await act(`recharges/${order}/pass`, "admin", {}, "pass-1-key")).toMatchObject({
    data: { waitsForSecond: true, record: { approvals: [{ amount: "1200.00" }] } },
  });
  expect((await act(`recharges/${order}/pass`, "admin", {}, "pass-1-key")).data.waitsForSecond).toBe(true);
  expect((await act(`recharges/${order}/pass`, "admin", {})).code).toBe(8004);
  expect((await act(`recharges/${order}/pass`, "cashier", {})).code).toBe(MATCHED);
  expect(await balanceOf(player.token)).toBe("0.00");
  const second = await server.desk(
    "POST",
    `/desk/api/recharges/${order}/pass`,
    await server.as("cashier", 2),
    {},
  );
  expect(second).toMatchObject({ data: { waitsForSecond: false, record: { status: "passed" } } });
  expect(await balanceOf(player.token)).toBe("1200.00");
});

test("what the bank wrote of a payer is sealed, masked, read in full with a reason alone, and erased", async () => {
  const player = await server.enrol("named_by_bank");
  const order = await recharge(player.token, "310.00");
  const [first, second] = [`Quillfeather Zoltan ${order} cam on`, "Ottoline Grimwade 0912345678 tra no"];
  await money("N1", 1_000, first);
  await money("N2", 2_000, second);
  const rows = (await openPayments()) as unknown as { id: string; amount: string; reference: string }[];
  const ofNobody = rows.find(({ amount }) => amount === "2000");
  expect(ofNobody?.reference).toBe("O••• G••• ••• t••• n•••");
  // The same amount does not fit: it waits with its order.
  const shown = await server.desk("GET", `/desk/api/recharges/${order}`, await server.as("support"));
  expect(JSON.stringify(shown.data)).not.toMatch(/Quillfeather|Zoltan/u);
  expect(await findClearText(server.base, ["Quillfeather", "Ottoline", "Grimwade", "0912345678"])).toEqual(
    [],
  );

  const path = `/desk/api/paymentNotices/${ofNobody?.id}/reveal`;
  expect((await server.desk("POST", path, await server.as("support"), { reason })).code).toBe(8001);
  expect((await server.desk("POST", path, await server.as("cashier"), {})).status).toBe(400);
  const full = await server.desk("POST", path, await server.as("cashier"), { reason });
  expect(full.data).toEqual({ text: second });
  const lines = await server.base.db.query(
    sql`SELECT subject, reason, detail FROM audit_log WHERE action = 'payment.reveal'`,
  );
  expect(lines).toEqual([{ subject: `payment ${ofNobody?.id}`, reason, detail: {} }]);

  // What a server of before took is sealed as soon as one that knows the seal looks.
  await server.base.owner.query(
    sql`UPDATE payment_notice SET payer_text = NULL, reference = 'Ermintrude Quagmire' WHERE id = 'N2'`,
  );
  expect(await read("N2")).toMatchObject({ reference: "Ermintrude Quagmire" });
  expect((await server.desk("POST", path, await server.as("cashier"), { reason })).data.text).toBe(
    "Ermintrude Quagmire",
  );
  await server.app.wallet.recharges.sweep();
  expect(await read("N2")).toEqual({ reference: null, is_sealed: true });
  expect((await server.desk("POST", path, await server.as("cashier"), { reason })).data.text).toBe(
    "Ermintrude Quagmire",
  );

  // Of a payment of nobody, five years after it was closed; of a player's, with the player's name.
  expect((await act(`paymentNotices/${ofNobody?.id}/close`, "cashier", { reason })).code).toBe(0);
  await server.base.owner.query(
    sql`UPDATE payment_notice SET closed = closed - interval '1826 days' WHERE id = 'N2'`,
  );
  for (const change of [
    sql`UPDATE player SET status = 'closed' WHERE id = $1`,
    sql`UPDATE player SET closed = house_clock() - interval '1826 days' WHERE id = $1`,
  ])
    await server.base.owner.query(change, [player.id]);
  await server.app.privacy.retention.run();
  expect(await read("N1")).toEqual({ reference: null, is_sealed: false });
  expect(await read("N2")).toEqual({ reference: null, is_sealed: false });
});

async function read(id: string): Promise<object | undefined> {
  const rows = await server.base.owner.query(
    sql`SELECT reference, payer_text IS NOT NULL AS is_sealed FROM payment_notice WHERE id = $1`,
    [id],
  );
  return rows[0];
}

test("a second payment for one order is closed with a reason, once", async () => {
  const player = await server.enrol("paid_twice");
  const order = await recharge(player.token, "80.00");
  await money("T1", 80_000, order);
  await money("T2", 80_000, order);
  expect(await balanceOf(player.token)).toBe("80.00");
  const [payment] = await openPayments();
  expect(payment).toMatchObject({ result: "extra", order });
  const path = `paymentNotices/${payment?.id}/close`;
  expect((await act(path, "cashier", { reason: "x" })).status).toBe(400);
  const clicks = await Promise.all(
    Array.from({ length: 30 }, (_, i) => act(path, i % 2 === 0 ? "cashier" : "admin", { reason })),
  );
  expect(clicks.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(clicks.map(({ code }) => code))).toEqual(new Set([0, STATE]));
  expect(await openPayments()).toEqual([]);
  const done = await server.desk("GET", "/desk/api/paymentNotices?state=done", await server.as("risk"));
  expect(done.data.list[0]).toMatchObject({ state: "closed", reason, order });
});

test("what really came is passed: alone where a signed notice tells of it, by two who name one amount where none does", async () => {
  const player = await server.enrol("other_amount");
  const orderNo = await recharge(player.token, "2000.00");
  await money("W1", 1_500_000, orderNo);
  const shown = await server.desk("GET", `/desk/api/recharges/${orderNo}`, await server.as("cashier"));
  expect(shown.data.payment).toMatchObject({ trouble: "amount-mismatch", notices: [{ credit: "1500.00" }] });
  const passed = await act(`recharges/${orderNo}/passWith`, "cashier", { amount: "1500.00", reason });
  expect(passed).toMatchObject({
    data: { waitsForSecond: false, record: { status: "passed", amount: "1500.00" } },
  });
  // The credit of a notice is computed from the requested amount, which is no longer known.
  expect(passed.data.record.payment.notices).toMatchObject([{ amount: "1500000", credit: null }]);
  expect(await balanceOf(player.token)).toBe("1500.00");

  const untold = await recharge(player.token, "50.00");
  const pass = (role: "cashier" | "admin", amount: string) =>
    act(`recharges/${untold}/passWith`, role, { amount, reason });
  expect((await pass("cashier", "5000.00")).data.waitsForSecond).toBe(true);
  // Another amount agrees with no other approval.
  expect((await pass("admin", "4000.00")).data.waitsForSecond).toBe(true);
  expect((await pass("cashier", "5000.00")).code).toBe(8004);
  expect((await pass("admin", "5000.00")).data).toMatchObject({
    waitsForSecond: false,
    record: { status: "passed", amount: "5000.00" },
  });
  expect(await balanceOf(player.token)).toBe("6500.00");
  expect((await act(`recharges/${untold}/passWith`, "cashier", { amount: "0.00", reason })).status).toBe(400);
});

test("what was cancelled is passed late with a reason; approvals from before are none", async () => {
  const player = await server.enrol("late_payer");
  const order = await recharge(player.token, "3000.00");
  expect((await act(`recharges/${order}/passLate`, "cashier", { reason })).code).toBe(STATE);
  expect((await act(`recharges/${order}/pass`, "admin", {})).data.waitsForSecond).toBe(true);
  expect((await act(`recharges/${order}/cancel`, "cashier", { reason: "nothing came" })).code).toBe(0);
  expect((await act(`recharges/${order}/passLate`, "cashier", {})).status).toBe(400);
  const first = await act(`recharges/${order}/passLate`, "cashier", { reason }, "late-key-one");
  expect(first).toMatchObject({ data: { waitsForSecond: true, record: { status: "cancelled" } } });
  expect(await balanceOf(player.token)).toBe("0.00");
  const clicks = await Promise.all(
    Array.from({ length: 20 }, () => act(`recharges/${order}/passLate`, "admin", { reason })),
  );
  expect(clicks.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await balanceOf(player.token)).toBe("3000.00");
});

test("the dashboard counts what is open, the log tells all of it, and the books are right", async () => {
  await money("D1", 1_000, "nobody's");
  const { data } = await server.desk("GET", "/desk/api/dashboard", await server.as("support"));
  expect(data.pending.payments).toBe((await openPayments()).length);
  expect(data.log).toMatchObject({ isWatched: true, quorumAgeS: null });
  const actions = await server.base.db.query<{ action: string; count: bigint }>(
    sql`SELECT action, count(*) AS count FROM audit_log WHERE action LIKE 'payment.%' OR action LIKE 'recharge.pass%'
        GROUP BY action ORDER BY action`,
  );
  expect(actions.map(({ action, count }) => [action, Number(count)])).toEqual([
    ["payment.close", 2],
    ["payment.match", 1],
    ["payment.reveal", 3],
    ["recharge.pass", 3],
    ["recharge.passLate", 2],
    ["recharge.passWith", 4],
  ]);
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
