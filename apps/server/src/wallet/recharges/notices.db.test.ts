import { testVault } from "../../testing/key-ring.ts";
import { createHmac, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../../testing/test-database.ts";
import type { HttpServer } from "../../http/http-server.ts";
import { buildTestServer } from "../../testing/http-server.ts";
import { balanceOf, resumeMoney, stopMoney } from "../../ledger/ledger.ts";
import { setLimit } from "../../protection/change-limits.ts";
import { DEFAULT_PACK } from "../../protection/packs/default.ts";
import { takeTimeOut } from "../../protection/take-breaks.ts";
import { noticeCall } from "../calls/notice.ts";
import { DEMO_CHANNEL } from "../channels/demo.ts";
import { orderIdIn } from "./notices.ts";
import { giveUp } from "./own-recharge.ts";
import { openRecharges, type Recharges } from "./recharges.ts";
import {
  addPlayer,
  newRecharge,
  BANK,
  BANK_SECRET,
  believed,
  COIN,
  COIN_SECRET,
  creditsOf,
  HOUR_MS,
  messagesOf,
  operator,
  wrongBooks,
  type NewRecharge,
} from "../../testing/recharges.ts";

const NOW = Date.UTC(2026, 10, 21, 5);
let base: TestDatabase;
let recharges: Recharges;
let server: HttpServer;
beforeAll(async () => {
  base = await openTestDatabase();
  recharges = openRecharges(base.db, {
    vault: testVault(),
    changed: () => undefined,
    checkClock: believed,
    fourEyesAbove: 1_000_000_00n,
  });
  const channels = [DEMO_CHANNEL, BANK, { ...COIN, id: "silent", begins: silent() }, COIN];
  server = buildTestServer({
    calls: [
      noticeCall({ db: base.db, vault: testVault(), channels, now: () => NOW, notify: () => undefined }),
    ],
  });
  await server.fastify.ready();
});
afterAll(async () => {
  await server.fastify.close();
  await base.close();
});

function silent(): (typeof COIN)["begins"] {
  return COIN.begins.as === "passed" ? COIN.begins : { ...COIN.begins, noticeSecret: null };
}

interface Notice {
  readonly notice_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference?: string;
}

interface Sending {
  readonly channel?: string;
  readonly secret?: string;
  readonly at?: number;
  /** Sent instead of the body that was signed. */
  readonly sent?: string;
  readonly headers?: Record<string, string>;
}

const newId = (): string => randomBytes(12).toString("hex");
const noticeOf = ({ record, due }: NewRecharge): Notice => ({
  notice_id: newId(),
  amount: due,
  currency: record.payment?.currency ?? "",
  reference: `MBVCB.123 ${record.orderNo.toLowerCase()} NGUYEN VAN A`,
});

async function send(
  notice: object,
  { channel = "bank", secret = BANK_SECRET, at = NOW, sent, headers }: Sending = {},
) {
  const body = JSON.stringify(notice);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const reply = await server.fastify.inject({
    method: "POST",
    url: `/api/notice/${channel}`,
    headers: {
      "content-type": "application/json",
      language: "en-US",
      "x-notice-timestamp": String(at),
      "x-notice-signature": signature,
      ...headers,
    },
    payload: sent ?? body,
  });
  return { status: reply.statusCode, ...reply.json<{ code: number; data: unknown }>() };
}

const acceptedAs = (result: string, order: NewRecharge | null) => ({
  code: 0,
  data: { result, orderNo: order === null ? null : order.record.orderNo },
});

async function order(
  options: Parameters<typeof newRecharge>[2] = {},
): Promise<NewRecharge & { readonly player: bigint }> {
  const player = await addPlayer(base.db);
  return { ...(await newRecharge(base.db, player, options)), player };
}

test("the same notice twice credits once, and is answered the same", async () => {
  const one = await order();
  const notice = noticeOf(one);
  expect(await send(notice)).toMatchObject(acceptedAs("passed", one));
  // Sent again a little later, so with a new signature.
  expect(await send(notice, { at: NOW + 60_000 })).toMatchObject(acceptedAs("passed", one));
  expect([await creditsOf(base.db, one.player), await balanceOf(base.db, one.player)]).toEqual([1, 100_00n]);
  expect(await messagesOf(base.db, one.player)).toEqual(["rechargePassed"]);
});

test("a hundred at once credit once", async () => {
  const one = await order();
  const notice = noticeOf(one);
  const replies = await Promise.all(Array.from({ length: 100 }, () => send(notice)));
  for (const reply of replies) expect(reply).toMatchObject(acceptedAs("passed", one));
  expect([await creditsOf(base.db, one.player), await balanceOf(base.db, one.player)]).toEqual([1, 100_00n]);
});

test("a hundred notices of different names for one order credit once; the rest is money to look at", async () => {
  const one = await order();
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(noticeOf(one))));
  expect(replies.filter(({ data }) => JSON.stringify(data).includes('"passed"'))).toHaveLength(1);
  expect(await creditsOf(base.db, one.player)).toBe(1);
  const open = (await recharges.openNotices()).filter(({ orderId }) => orderId === one.id);
  expect(open.map(({ result }) => result)).toEqual(Array.from({ length: 19 }, () => "extra"));
  const by = { ...operator(), reason: "sent back" };
  const [first] = open;
  if (first === undefined) throw new Error("none");
  expect(await Promise.all([recharges.closeNotice(first, by), recharges.closeNotice(first, by)])).toContain(
    false,
  );
  expect((await recharges.openNotices()).filter(({ orderId }) => orderId === one.id)).toHaveLength(18);
});

test.each<[string, Sending]>([
  ["another secret", { secret: "another secret of 32 letters and more" }],
  ["another channel's secret", { secret: COIN_SECRET }],
  ["too old", { at: NOW - 300_001 }],
  ["from the future", { at: NOW + 300_001 }],
  ["a timestamp that was not signed", { headers: { "x-notice-timestamp": String(NOW + 1) } }],
  ["no signature", { headers: { "x-notice-signature": "" } }],
  ["half a signature", { headers: { "x-notice-signature": "ab".repeat(16) } }],
  ["no timestamp", { headers: { "x-notice-timestamp": "" } }],
])("a notice with %s is refused", async (_, sending) => {
  const one = await order();
  expect(await send(noticeOf(one), sending)).toMatchObject({ status: 200, code: 2011 });
  expect(await creditsOf(base.db, one.player)).toBe(0);
});

test("every changed byte of the body breaks the signature", async () => {
  const one = await order();
  const notice = noticeOf(one);
  const more = JSON.stringify({ ...notice, notice_id: newId() });
  expect(await send(notice, { sent: more })).toMatchObject({ code: 2011 });
  // The same fields with one more space are other bytes.
  expect(await send(notice, { sent: `${JSON.stringify(notice)} ` })).toMatchObject({ code: 2011 });
  expect(await send(notice, { at: NOW - 300_000 })).toMatchObject(acceptedAs("passed", one));
});

test.each([
  { amount: "0" },
  { amount: "-1" },
  { amount: "1e3" },
  { amount: "1,000" },
  { currency: "vnd" },
  { notice_id: "" },
  { notice_id: "with space" },
  { extra: "field" },
])("a body with %o is no notice", async (wrong) => {
  const notice = { notice_id: newId(), amount: "1000", currency: "VND", ...wrong };
  expect(await send(notice)).toMatchObject({ status: 400 });
});

test("channels that send no notices take none", async () => {
  const one = await order();
  for (const channel of ["demo", "silent", "nowhere"])
    expect(await send(noticeOf(one), { channel, secret: COIN_SECRET })).toMatchObject({ code: 2005 });
});

test("the name of a notice stands for one payment", async () => {
  const [one, two] = [await order(), await order()];
  const first = noticeOf(one);
  const second = { ...noticeOf(two), notice_id: first.notice_id };
  const replies = await Promise.all([send(first), send(second)]);
  expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2012]);
  expect((await creditsOf(base.db, one.player)) + (await creditsOf(base.db, two.player))).toBe(1);
});

test("another amount or currency goes to the desk, never expires and cannot be given up", async () => {
  for (const wrong of [{ amount: "100999" }, { amount: "101001" }, { currency: "USD" }]) {
    const one = await order();
    expect(await send({ ...noticeOf(one), ...wrong })).toMatchObject(acceptedAs("review", one));
    expect(await creditsOf(base.db, one.player)).toBe(0);
    // A second transfer does not complete the first.
    expect(await send(noticeOf(one))).toMatchObject(acceptedAs("review", one));
    await advanceTestClock(base.db, 48 * HOUR_MS);
    await recharges.sweep();
    await setTestClock(base.db, null);
    expect(await giveUp(base.db, one.player, one.record.orderNo)).toBe("RECHARGE_PAID");
    const [first] = await recharges.pending();
    expect(first?.trouble).toBe("amount-mismatch");
    expect(await recharges.passWith(one.id, 99_99n, operator())).toMatchObject({ outcome: "done" });
    expect(await balanceOf(base.db, one.player)).toBe(99_99n);
  }
});

test("an amount is compared by its worth, not by its letters", async () => {
  const one = await order();
  expect(await send({ ...noticeOf(one), amount: `${one.due}.00` })).toMatchObject(acceptedAs("passed", one));
});

test("money that came after the order had expired or was given up is credited all the same", async () => {
  const expired = await order();
  await advanceTestClock(base.db, HOUR_MS);
  expect(await recharges.sweep()).toBeGreaterThan(0);
  await setTestClock(base.db, null);
  expect(await send(noticeOf(expired))).toMatchObject(acceptedAs("passed", expired));
  expect(await balanceOf(base.db, expired.player)).toBe(100_00n);

  const givenUp = await order();
  await giveUp(base.db, givenUp.player, givenUp.record.orderNo);
  expect(await send(noticeOf(givenUp))).toMatchObject(acceptedAs("passed", givenUp));
  expect(await balanceOf(base.db, givenUp.player)).toBe(100_00n);
});

test("what the desk has cancelled comes back to the desk when its money comes", async () => {
  const one = await order();
  await recharges.cancel(one.id, operator());
  expect(await send(noticeOf(one))).toMatchObject(acceptedAs("review", one));
  const waiting = (await recharges.pending()).find(({ orderId }) => orderId === one.id);
  expect(waiting?.trouble).toBe("paid-after-cancelled");
  expect(await balanceOf(base.db, one.player)).toBe(0n);
  expect(await recharges.pass(one.id, operator())).toMatchObject({ outcome: "done" });
  expect(await balanceOf(base.db, one.player)).toBe(100_00n);
});

test("money of no order is kept for the desk, and so is money that names another channel's", async () => {
  const coin = await order({ channel: COIN });
  const replies = [
    await send({ notice_id: newId(), amount: "5000", currency: "VND", reference: "thank you" }),
    await send({ notice_id: newId(), amount: "5000", currency: "VND" }),
    await send({ ...noticeOf(coin), currency: "VND" }),
    await send({ notice_id: newId(), amount: "5000", currency: "VND", reference: "R9999999999999999999" }),
  ];
  for (const reply of replies) expect(reply).toMatchObject(acceptedAs("unmatched", null));
  expect((await recharges.openNotices()).filter(({ result }) => result === "unmatched")).toHaveLength(4);
  expect(await creditsOf(base.db, coin.player)).toBe(0);
});

test("coins are found by their exact amount, also after the order expired", async () => {
  const [one, two] = [await order({ channel: COIN }), await order({ channel: COIN })];
  const chain = { channel: COIN.id, secret: COIN_SECRET };
  const paid = (each: NewRecharge) => ({ notice_id: newId(), amount: each.due, currency: "USDT" });
  expect(await send(paid(two), chain)).toMatchObject(acceptedAs("passed", two));
  await advanceTestClock(base.db, 3 * HOUR_MS);
  await recharges.sweep();
  expect(await send(paid(one), chain)).toMatchObject(acceptedAs("passed", one));
  expect(await send(paid(one), chain)).toMatchObject(acceptedAs("unmatched", one));
  await setTestClock(base.db, null);
  expect([await creditsOf(base.db, one.player), await creditsOf(base.db, two.player)]).toEqual([1, 1]);
});

test("money for a player who took a break or lowered the limit since waits at the desk, which cannot pass it", async () => {
  const asked = [await order(), await order()] as const;
  const [excluded, lowered] = asked;
  expect(await takeTimeOut(base.db, excluded.player, { days: 1 })).toBe(true);
  const limit = { kind: "deposit", window: "day", amount: 99_99n } as const;
  await setLimit(base.db, DEFAULT_PACK, { playerId: lowered.player, ...limit });
  for (const [one, outcome] of [
    [excluded, "break"],
    [lowered, "over-limit"],
  ] as const) {
    expect(await send(noticeOf(one))).toMatchObject(acceptedAs("review", one));
    const waiting = (await recharges.pending()).find(({ orderId }) => orderId === one.id);
    expect(waiting?.trouble).toBe("player-protected");
    expect(await recharges.pass(one.id, operator())).toEqual({ outcome });
    expect(await balanceOf(base.db, one.player)).toBe(0n);
  }
  expect(await recharges.passWith(lowered.id, 99_99n, operator())).toMatchObject({ outcome: "done" });
  const by = { ...operator(), told: "sentBack" } as const;
  expect(await recharges.cancel(excluded.id, by)).toMatchObject({ outcome: "done" });
});

test("while money is stopped a notice is not kept: its sender tells it again", async () => {
  const one = await order();
  const notice = noticeOf(one);
  await stopMoney(base.db, "a test");
  expect(await send(notice)).toMatchObject({ code: 2010 });
  await resumeMoney(base.db);
  expect(await send(notice)).toMatchObject(acceptedAs("passed", one));
});

test("notice, desk, player and clock at once: the money is credited once or before the desk, never lost", async () => {
  for (let round = 0; round < 20; round += 1) {
    const one = await order();
    await advanceTestClock(base.db, HOUR_MS);
    const notice = noticeOf(one);
    const acts = [
      () => recharges.cancel(one.id, operator()),
      () => send(notice),
      () => recharges.sweep(),
      () => giveUp(base.db, one.player, one.record.orderNo),
      () => recharges.pass(one.id, operator()),
      () => send(notice),
    ];
    await Promise.all([...acts.slice(round % 6), ...acts.slice(0, round % 6)].map((act) => act()));
    await setTestClock(base.db, null);
    const credits = await creditsOf(base.db, one.player);
    const before = (await recharges.pending(10_000)).some(({ orderId }) => orderId === one.id);
    expect(credits + (before ? 1 : 0)).toBe(1);
    // Already credited by the desk, so the notice remains open for an operator.
    const open = (await recharges.openNotices(1_000)).filter(({ orderId }) => orderId === one.id);
    expect(open.length).toBeLessThanOrEqual(1);
  }
});

test("an order's number is found among the words of a bank", () => {
  expect(orderIdIn("CT DEN:R2026112100000000042 tu 0123")).toBe(2026112100000000042n);
  expect(orderIdIn("r2026112100000000042")).toBe(2026112100000000042n);
  for (const none of [
    "R202611210000000004",
    "R20261121000000000421",
    "2026112100000000042",
    "R9999999999999999999",
  ])
    expect(orderIdIn(none)).toBeNull();
});

const CALL_PASSED = sql`
  UPDATE payment_notice SET outcome = 'passed' WHERE id = (SELECT id FROM payment_notice WHERE outcome = 'review' LIMIT 1)`;

test("the books are right after all of it, and tell a notice that did not do what was kept of it", async () => {
  expect(await wrongBooks(base.db)).toEqual([]);
  await base.owner.query(CALL_PASSED);
  expect((await wrongBooks(base.db)).map((line) => line.split(":")[0])).toEqual(["notice-credited"]);
});
