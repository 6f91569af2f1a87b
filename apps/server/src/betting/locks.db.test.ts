import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql, sqlState } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { PLACE } from "./betting.sql.ts";
import { balanceOf, checkBooks, lockCash } from "../ledger/ledger.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";

/** The locks of placing: slips that wait for one another, across nodes and across the close. */

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(40);
});
afterAll(() => server.close());

const NOON = Date.UTC(2026, 10, 21, 12);
const CLOSE = NOON + 25_000;

afterEach(async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});

async function sellingPeriod(): Promise<string> {
  await setTestClock(server.base.db, NOON);
  return server.period({ openAt: NOON - 30_000, closeAt: CLOSE });
}

function order(playerId: bigint, prizeNo: string, amount: string, key?: string, onOtherNode = false) {
  const request = { playerId, params: { gameCode: "FFC" }, body: slipOn(prizeNo, amount), onOtherNode };
  return server.call(ORDER, key === undefined ? request : { ...request, key });
}

const WAITING = sql`
  SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Resolves once `count` sessions of the server wait for a lock. Only its own role may see what a session waits for. */
async function untilWaiting(sessions: number): Promise<void> {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const [row] = await server.base.db.query<{ waiting: number }>(WAITING);
    if ((row?.waiting ?? 0) >= sessions) return;
  }
  throw new Error(`never did ${sessions} sessions wait`);
}

/** Runs `work` while another transaction holds the lock of the player's money, then releases it. */
async function whileHeld<T>(
  playerId: bigint,
  start: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  let started: Promise<T> | undefined;
  await server.base.owner.transaction(async (tx) => {
    await lockCash(tx, playerId);
    started = start();
    await untilWaiting(1);
    await meanwhile();
  });
  if (started === undefined) throw new Error("nothing was started");
  return started;
}

test("a slip that waits until the very instant of the close is late", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(10_00n);
  const late = await whileHeld(
    playerId,
    () => order(playerId, prizeNo, "1.00"),
    () => setTestClock(server.base.db, CLOSE),
  );
  expect(late).toMatchObject({ code: "PERIOD_CLOSED" });
  await setTestClock(server.base.db, NOON);
  const intime = await whileHeld(
    playerId,
    () => order(playerId, prizeNo, "1.00"),
    () => setTestClock(server.base.db, CLOSE - 1),
  );
  accepted(intime);
  expect(await balanceOf(server.base.db, playerId)).toBe(9_00n);
});

test("a cancellation that waits until the close is late", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(10_00n);
  const orderNo = accepted(await order(playerId, prizeNo, "1.00")).orders[0]?.orderNo ?? "";
  const cancel = () => server.call(CANCEL, { playerId, params: { orderNo } });
  const late = await whileHeld(playerId, cancel, () => setTestClock(server.base.db, CLOSE));
  expect(late).toMatchObject({ code: "PERIOD_CLOSED" });
});

test("a period cannot be closed under a slip that was let in", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(10_00n);
  const closing = sql`UPDATE period SET state = 'closed' WHERE game = 'FFC' AND period_no = $1`;
  const answer = await whileHeld(
    playerId,
    () => order(playerId, prizeNo, "1.00"),
    async () => {
      const state = await server.base.db
        .transaction(async (tx) => {
          await tx.query(sql`SET LOCAL lock_timeout = '50ms'`);
          await tx.query(closing, [prizeNo]);
          return "closed";
        })
        .catch((error: unknown) => sqlState(error));
      expect(state).toBe("55P03");
    },
  );
  accepted(answer);
  await server.base.db.query(closing, [prizeNo]);
  expect(await order(playerId, prizeNo, "1.00")).toMatchObject({ code: "PERIOD_CLOSED" });
});

test("a slip that waits for its period while the desk voids it is late", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(10_00n);
  const voiding = sql`UPDATE period SET state = 'voided', void_reason = 'test' WHERE game = 'FFC' AND period_no = $1`;
  let started: ReturnType<typeof order> | undefined;
  await server.base.owner.transaction(async (tx) => {
    await tx.query(voiding, [prizeNo]);
    started = order(playerId, prizeNo, "1.00");
    await untilWaiting(1);
  });
  expect(await started).toMatchObject({ code: "PERIOD_CLOSED" });
  expect(await balanceOf(server.base.db, playerId)).toBe(10_00n);
});

test("nothing is booked for a slip whose lines cost other than its total", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(10_00n);
  for (const [total, amounts] of [
    [1_00n, [2_00n]],
    [2_00n, [1_00n]],
    [3_00n, [1_00n, 1_00n]],
  ] as const) {
    const place = server.base.db.query(PLACE, [
      ["FFC"],
      [prizeNo],
      [playerId],
      [null],
      Buffer.alloc(32),
      [1],
      [total],
      amounts.map(() => 1),
      amounts.map(() => "YX.DWD"),
      amounts.map(() => "[]"),
      amounts.map(() => 1),
      amounts,
      amounts.map(() => 1),
      Buffer.alloc(16 * amounts.length),
      [1_00n],
      amounts.map(() => 1_00n),
      [100_00n],
      [100_00n],
      100_00n,
      0,
      null,
    ]);
    await expect(place).rejects.toThrow("the lines of a slip cost other than its total");
  }
  expect(await balanceOf(server.base.db, playerId)).toBe(10_00n);
});

test("two nodes spend a balance of 369.00 once: three bets of 100.00, and every refusal says why", async () => {
  const prizeNo = await sellingPeriod();
  const playerId = await server.player(369_00n);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      order(playerId, prizeNo, "100.00", `bet-number-${at}`, at % 2 === 1),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(answers.filter((answer) => !answer.ok && answer.code === "NOT_ENOUGH_BALANCE")).toHaveLength(57);
  expect(await balanceOf(server.base.db, playerId)).toBe(69_00n);
});

test("one key on two nodes at once is one order", async () => {
  const prizeNo = await sellingPeriod();
  for (let round = 0; round < 20; round += 1) {
    const playerId = await server.player(5_00n);
    const both = await whileHeld(
      playerId,
      () =>
        Promise.all([false, true].map((other) => order(playerId, prizeNo, "1.00", "key-of-one-tap", other))),
      () => untilWaiting(2),
    );
    expect(new Set(both.map((answer) => accepted(answer).orders[0]?.orderNo)).size).toBe(1);
    expect(await balanceOf(server.base.db, playerId)).toBe(4_00n);
  }
});
