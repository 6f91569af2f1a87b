import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openHistories, type Histories } from "../testing/ledger-history.ts";
import { storeHistory } from "../testing/huge-history.ts";
import {
  checkBooks,
  moveWatermark,
  openHistoryWatermarks,
  reportParts,
  TailTooLong,
  turnoverOf,
  type HistoryWatermarks,
} from "./ledger.ts";

let histories: Histories;
let marks: HistoryWatermarks;
beforeAll(async () => {
  histories = await openHistories();
  marks = openHistoryWatermarks({ db: histories.base.db, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await marks.stop();
  await histories.close();
});

const TODAY = { days: 1, timeZone: "UTC" };
const ORDERS = 12_000;
const AFTER_MARK = sql`
  SELECT count(*)::int AS n FROM transfer
  WHERE player_id = $1 AND id > coalesce((SELECT transfer_id FROM player_mark WHERE player_id = $1), 0)`;

async function richPlayer(): Promise<bigint> {
  await histories.at(Date.parse("2026-11-18T12:00:00Z"));
  await histories.base.owner.query(sql`SELECT set_config('synchronous_commit', 'off', false)`);
  const id = await histories.player();
  await histories.move(id, "recharge", BigInt(2 * ORDERS) * 100n);
  return id;
}

async function afterMark(id: bigint): Promise<number> {
  const [row] = await histories.base.db.query<{ n: number }>(AFTER_MARK, [id]);
  return row?.n ?? 0;
}

test("a long history that nobody summed up is refused at once, summed up, and told right", async () => {
  const { db, owner } = histories.base;
  const id = await richPlayer();
  await storeHistory(owner, id, { orders: ORDERS, periods: 6 });
  await expect(turnoverOf(db, id)).rejects.toBeInstanceOf(TailTooLong);
  await expect(reportParts(db, id, TODAY)).rejects.toBeInstanceOf(TailTooLong);
  const staked = BigInt(ORDERS) * 100n;
  // The timeout ends before a slow machine has read it all: who comes again finds it done.
  await expect
    .poll(() => marks.caughtUp(id, () => turnoverOf(db, id)).catch(() => null), { timeout: 20_000 })
    .toMatchObject({ received: 2n * staked, staked });
  const report = await reportParts(db, id, TODAY);
  expect(report.tail).toBeLessThan(10);
  expect(report.parts.reduce((sum, { betCost }) => sum + betCost, 0n)).toBe(staked);
});

test("one old stake that stays open keeps nothing from being summed up", async () => {
  const { db, owner } = histories.base;
  const id = await richPlayer();
  const old = await histories.period("K3");
  expect(await histories.bet(old, id, 1_00n, 0)).not.toBeNull();
  await storeHistory(owner, id, { orders: 5_000, periods: 3, openOrders: 2_000 });
  await moveWatermark(db, id);
  expect(await afterMark(id)).toBe(0);
  expect(await turnoverOf(db, id)).toMatchObject({ staked: 5_000_00n });
  await histories.settle(old);
  // Two of 1.00 and nothing back; it counts though the mark had passed it.
  expect(await turnoverOf(db, id)).toMatchObject({ staked: 5_002_00n });
  const cost = async (): Promise<bigint> =>
    (await reportParts(db, id, TODAY)).parts.reduce((sum, { betCost }) => sum + betCost, 0n);
  expect(await cost()).toBe(5_002_00n);
  await moveWatermark(db, id);
  expect([await cost(), (await turnoverOf(db, id)).staked]).toEqual([5_002_00n, 5_002_00n]);
});

test("who played much is summed up by itself, as soon as it is settled", async () => {
  const { db, owner } = histories.base;
  const id = await richPlayer();
  await storeHistory(owner, id, { orders: 1_500, periods: 1 });
  marks.note(id, 600);
  marks.wake();
  expect(await afterMark(id)).toBeGreaterThan(1_500);
  marks.note(id, 600);
  marks.wake();
  await expect.poll(() => afterMark(id), { timeout: 20_000 }).toBe(0);
  expect((await turnoverOf(db, id)).tail).toBeLessThan(10);
});

test("a period that is being settled is waited for by no mark, and judged by none", async () => {
  const { db, owner } = histories.base;
  const id = await richPlayer();
  const period = await histories.period("K3");
  await histories.bet(period, id, 1_00n, 0);
  for (let at = 0; at < 5; at += 1) await histories.move(id, "gift", 1_00n);
  await owner.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM period WHERE game = $1 AND period_no = $2 FOR NO KEY UPDATE`, [
      period.game,
      period.periodNo,
    ]);
    await moveWatermark(db, id, { longTail: 0 });
    expect(await afterMark(id)).toBe(6);
  });
  await moveWatermark(db, id, { longTail: 0 });
  expect(await afterMark(id)).toBe(0);
});

test("what was kept of all that adds up", async () => {
  const books = await checkBooks(histories.base.db, "full", "UTC");
  expect(books?.find(({ name }) => name === "reports-add-up")).toMatchObject({ broken: 0n });
});
