import { betLeaf, verifyReceipt } from "@lotus/fair";
import { toHex } from "@lotus/tlog";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { booksAreRight, balanceOf, checkBooks } from "../ledger/ledger.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  TEST_LOG_KEY,
  type TestServer,
} from "../testing/betting-server.ts";
import { ownOrders } from "./own-orders.ts";
import { parseOrderNo } from "./order-no.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

// A minute on sale in November, and one a month later.
const NOON = Date.UTC(2026, 10, 21, 12);
const PARTITIONS = sql`SELECT ensure_month_partitions(t, $1, 2) FROM unnest(ARRAY['transfer', 'bet_order']) AS t`;
const SHORTLY_BEFORE_CLOSE = sql`
  UPDATE test_clock SET ahead = p.close_at - interval '200 milliseconds' - clock_timestamp()
  FROM period p WHERE p.game = 'FFC' AND p.period_no = $1`;
const COUNTS = sql`
  SELECT (SELECT count(*) FROM bet_order WHERE player_id = $1) AS orders,
         (SELECT count(*) FROM transfer WHERE player_id = $1 AND code = 'stake') AS debits`;

afterEach(async () => {
  await server.betting.receipts.settled();
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
  expect(booksAreRight(results)).toBe(true);
  expect(results.length).toBeGreaterThan(12);
  await setTestClock(server.base.db, null);
});

function order(playerId: bigint, prizeNo: string, amount: string, key?: string, digit?: string) {
  const request = { playerId, params: { gameCode: "FFC" }, body: slipOn(prizeNo, amount, digit) };
  return server.call(ORDER, key === undefined ? request : { ...request, key });
}

async function sellingPeriod(at = NOON): Promise<string> {
  await server.base.owner.query(PARTITIONS, [new Date(at)]);
  await setTestClock(server.base.db, at);
  return server.period({ openAt: at - 30_000, closeAt: at + 25_000 });
}

describe("one key", () => {
  test("a hundred posts at once are one order and one debit, and answer alike", async () => {
    const prizeNo = await sellingPeriod();
    const playerId = await server.player(369_00n);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => order(playerId, prizeNo, "10.00", "key-of-a-tap")),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(accepted(answer)))).size).toBe(1);
    expect(await server.base.db.query(COUNTS, [playerId])).toEqual([{ orders: 1n, debits: 1n }]);
    expect(await balanceOf(server.base.db, playerId)).toBe(359_00n);
  });

  test("a retry after the month has turned is still the same order, with the same reply", async () => {
    const atNewYear = Date.UTC(2026, 11, 1);
    const prizeNo = await sellingPeriod(atNewYear - 1);
    const playerId = await server.player(100_00n);
    const first = accepted(await order(playerId, prizeNo, "10.00", "key-before-midnight"));
    await server.betting.receipts.settled();
    await setTestClock(server.base.db, atNewYear + 1);
    const again = accepted(await order(playerId, prizeNo, "10.00", "key-before-midnight"));
    await setTestClock(server.base.db, atNewYear + 86_400_000);
    const late = accepted(await order(playerId, prizeNo, "10.00", "key-before-midnight"));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(late)).toBe(JSON.stringify(first));
    expect(await server.base.db.query(COUNTS, [playerId])).toEqual([{ orders: 1n, debits: 1n }]);
  });

  test("another body is refused; a refused key may be used again", async () => {
    const prizeNo = await sellingPeriod();
    const playerId = await server.player(15_00n);
    expect(await order(playerId, prizeNo, "20.00", "key-again")).toMatchObject({
      code: "NOT_ENOUGH_BALANCE",
    });
    accepted(await order(playerId, prizeNo, "10.00", "key-again"));
    expect(await order(playerId, prizeNo, "5.00", "key-again")).toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
    expect(await balanceOf(server.base.db, playerId)).toBe(5_00n);
  });

  test("after a crash between commit and reply the retry gets the reply, signed anew", async () => {
    const prizeNo = await sellingPeriod();
    const playerId = await server.player(50_00n);
    const first = accepted(await order(playerId, prizeNo, "10.00", "key-of-a-crash"));
    await server.betting.receipts.settled();
    // The crash lost what was written without waiting for the disk.
    await server.base.owner.query(sql`ALTER TABLE bet_batch DISABLE TRIGGER ALL`);
    await server.base.owner.query(sql`DELETE FROM bet_batch`);
    await server.base.owner.query(sql`ALTER TABLE bet_batch ENABLE TRIGGER ALL`);
    const again = accepted(await order(playerId, prizeNo, "10.00", "key-of-a-crash"));
    const { signature: _, ...receipt } = first.orders[0]?.receipt ?? { signature: "" };
    expect(again).toMatchObject({
      balance: first.balance,
      orders: [{ orderNo: first.orders[0]?.orderNo, receipt }],
    });
    expect(await server.base.db.query(COUNTS, [playerId])).toEqual([{ orders: 1n, debits: 1n }]);
  });
});

test("200 bets of 100.00 at once on 369.00: three are accepted and 69.00 are left", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(369_00n);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => order(playerId, prizeNo, "100.00", `bet-number-${at}`)),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(answers.filter((answer) => !answer.ok && answer.code === "NOT_ENOUGH_BALANCE")).toHaveLength(197);
  expect(await balanceOf(server.base.db, playerId)).toBe(69_00n);
});

describe("the close", () => {
  test("is the first instant that does not sell, by the clock of the database", async () => {
    const prizeNo = await sellingPeriod();
    const playerId = await server.player(100_00n);
    const close = NOON + 25_000;
    await setTestClock(server.base.db, close - 1);
    accepted(await order(playerId, prizeNo, "1.00"));
    for (const late of [close, close + 1]) {
      await setTestClock(server.base.db, late);
      expect(await order(playerId, prizeNo, "1.00")).toMatchObject({
        code: "PERIOD_CLOSED",
        values: { prizeNo },
      });
    }
    await setTestClock(server.base.db, NOON - 30_001);
    expect(await order(playerId, prizeNo, "1.00")).toMatchObject({ code: "PERIOD_NOT_OPEN" });
    expect(await order(playerId, "202611219999", "1.00")).toMatchObject({ code: "PERIOD_UNKNOWN" });
  });

  test("of 10,000 posts around it by a running clock none is accepted late", async () => {
    const players = await Promise.all(Array.from({ length: 200 }, () => server.player(10_000_00n)));
    await setTestClock(server.base.db, null);
    const [clock] = await server.base.db.query<{ ms: bigint }>(sql`SELECT epoch_ms(house_clock()) AS ms`);
    const now = Number(clock?.ms);
    const prizeNo = await server.period({ openAt: now - 30_000, closeAt: now + 600_000 });
    const EACH_SIDE = 3_000;
    const tally = { before: 0, after: 0 };
    const other: string[] = [];
    let sent = 0;
    const one = async (playerId: bigint): Promise<void> => {
      // A fast machine has sent most of them by the close; then more follow after it.
      while (sent < 10_000 || (tally.after < EACH_SIDE && sent < 40_000)) {
        sent += 1;
        // Independent of the machine's speed: halfway the running clock is set to 200 ms before the close.
        if (sent === 4_500) await server.base.db.query(SHORTLY_BEFORE_CLOSE, [prizeNo]);
        const answer = await order(playerId, prizeNo, "1.00");
        if (answer.ok) tally.before += 1;
        else if (answer.code === "PERIOD_CLOSED") tally.after += 1;
        else other.push(answer.code);
      }
    };
    await Promise.all(players.map(one));
    expect(other).toEqual([]);
    expect(tally.before).toBeGreaterThanOrEqual(EACH_SIDE);
    expect(tally.after).toBeGreaterThanOrEqual(EACH_SIDE);
    const late = await server.base.db.query(
      sql`SELECT count(*) AS late FROM bet_order o JOIN period p USING (game, period_no) WHERE o.accepted_at >= p.close_at`,
    );
    expect(late).toEqual([{ late: 0n }]);
  });
});

describe("cancelling", () => {
  test("gives the stake back once, before the close and not after", async () => {
    const prizeNo = await sellingPeriod();
    const playerId = await server.player(100_00n);
    const [first, second] = await Promise.all([
      order(playerId, prizeNo, "10.00"),
      order(playerId, prizeNo, "20.00"),
    ]);
    const [orderNo, later] = [first, second].map((answer) => accepted(answer).orders[0]?.orderNo ?? "");
    const cancel = (no = "", key = "key-of-cancel") =>
      server.call(CANCEL, { playerId, params: { orderNo: no }, key });
    const back = accepted<unknown>(await cancel(orderNo));
    expect(back).toEqual({ orderNo, refund: "10.00", balance: "80.00" });
    expect(accepted<unknown>(await cancel(orderNo))).toEqual(back);
    expect(accepted<unknown>(await cancel(orderNo, "another-key"))).toEqual(back);
    expect(await cancel(later)).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    await setTestClock(server.base.db, NOON + 25_000);
    expect(await cancel(later, "late-key")).toMatchObject({ code: "PERIOD_CLOSED" });
    const stranger = await server.player(0n);
    const stolen = await server.call(CANCEL, { playerId: stranger, params: { orderNo: later ?? "" } });
    expect(stolen).toMatchObject({ code: "ORDER_UNKNOWN" });
    expect(await balanceOf(server.base.db, playerId)).toBe(80_00n);
  });
});

test("a receipt proves its order under the server's key, and no other order", async () => {
  const prizeNo = await sellingPeriod();
  const players = await Promise.all(Array.from({ length: 9 }, () => server.player(10_00n)));
  const replies = await Promise.all(players.map((playerId) => order(playerId, prizeNo, "1.00")));
  await server.betting.receipts.settled();
  for (const [at, reply] of replies.entries()) {
    const { orderNo, receipt } = accepted(reply).orders[0] ?? { orderNo: "", receipt: undefined };
    const playerId = players[at] ?? 0n;
    const [stored] = await ownOrders(server.base.db, playerId, [parseOrderNo(orderNo) ?? 0n]);
    if (stored === undefined || receipt === undefined) throw new Error("the order is not stored");
    expect(JSON.parse(await server.betting.receipts.receiptOf(stored))).toEqual(receipt);
    expect(verifyReceipt(receipt, [TEST_LOG_KEY.verifier])).toBe(true);
    expect(
      verifyReceipt({ ...receipt, leaf: { ...receipt.leaf, total: "2.00" } }, [TEST_LOG_KEY.verifier]),
    ).toBe(false);
    const [leaf] = await server.base.db.query<{ leaf: Buffer }>(
      sql`SELECT bet_leaf(o, y.pseudonym, p.round, t.odds, NULL) AS leaf FROM bet_order o
          JOIN player y ON y.id = o.player_id JOIN period p USING (game, period_no)
          JOIN option_odds t ON (t.version, t.game, t.option_id) = (o.odds_version, o.game, o.option_id)
          WHERE player_id = $1`,
      [playerId],
    );
    expect(leaf?.leaf.toString("hex")).toBe(toHex(betLeaf(receipt.leaf)));
  }
  const bets = await server.betting.betsOfPeriod("FFC", prizeNo);
  expect(bets).toMatchObject({ orders: 9, stake: 9_00n });
});
