import type { GameCode, PickedGroups } from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CheckClock, ClockLeapt, type Database, sql } from "../db/database.ts";
import { soldPeriods } from "../testing/sold-periods.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { DISTINCT_SELECTIONS, SETTLE_CHUNK } from "./settlement.sql.ts";
import { openSettlement, type Settlement, type SettlementFault } from "./settlement.ts";

const OPEN_AT = Date.UTC(2026, 10, 21, 3, 0, 0);
const GAME: GameCode = "K3";
let server: TestDatabase;
let nextPlayer = 10_000_001n;
let nextPeriod = 1;

beforeAll(async () => {
  server = await openTestDatabase();
});
afterAll(() => server.close());
beforeEach(() => setTestClock(server.owner, OPEN_AT + 1_000));

const {
  addPlayer,
  cashOf: cash,
  draw: drawNumbers,
  open,
  place: placeOrder,
  rulebook,
} = soldPeriods(GAME, () => server);

/** A player with this much cash, in minor units. */
async function player(money: bigint): Promise<bigint> {
  const id = nextPlayer++;
  await addPlayer(id, money);
  return id;
}

async function openPeriod(): Promise<string> {
  const round = nextPeriod++;
  const periodNo = `20261121${String(round).padStart(4, "0")}`;
  await open(periodNo, {
    openAt: OPEN_AT,
    closeAt: OPEN_AT + 55_000,
    drawAt: OPEN_AT + 60_000 + round,
    round,
  });
  return periodNo;
}

const place = (
  playerId: bigint,
  periodNo: string,
  optionId: string,
  groups: PickedGroups,
  amount: bigint,
): Promise<bigint> => placeOrder({ playerId, periodNo, optionId, groups }, amount);

async function draw(periodNo: string, numbers: readonly number[]): Promise<void> {
  await drawNumbers(periodNo, numbers);
  await setTestClock(server.owner, OPEN_AT + 60_000);
}

async function escrow(): Promise<bigint> {
  const [row] = await server.owner.query<{ held: bigint }>(
    sql`SELECT coalesce(sum(CASE WHEN credit_account = 404 THEN amount ELSE -amount END), 0)::bigint AS held
        FROM transfer WHERE 404 IN (debit_account, credit_account)`,
  );
  return row?.held ?? -1n;
}

function settlementOf(
  options: { chunkOrders?: number; fault?: SettlementFault; checkClock?: CheckClock; db?: Database } = {},
): Settlement {
  return openSettlement({
    deps: { db: options.db ?? server.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: "Asia/Ho_Chi_Minh",
    rulebookOf: () => Promise.resolve(rulebook),
    ...options,
  });
}

test("winners are paid stake × odds, losers nothing, and escrow goes to the server", async () => {
  const periodNo = await openPeriod();
  const [winner, loser] = [await player(100_00n), await player(100_00n)];
  await place(
    winner,
    periodNo,
    "HZ.HZ",
    [
      { code: "sum", items: ["8"] },
      { code: "side", items: ["small", "odd"] },
    ],
    2_00n,
  );
  await place(loser, periodNo, "STHTX.STHTX", [{ code: "all", items: ["all"] }], 10_00n);
  await draw(periodNo, [2, 4, 2]);
  const result = await settlementOf().settle(GAME, periodNo);
  expect(result).toEqual({ done: true, winners: 1, released: 16_00n });
  // Sum 8 pays 9.00 (0.875 × 72/7 cut to two decimals) and small 1.75; odd loses. 2.00 each.
  expect(await cash(winner)).toBe(100_00n - 6_00n + 18_00n + 3_50n);
  expect(await cash(loser)).toBe(90_00n);
  expect(await escrow()).toBe(0n);
});

test.each(["before-outcomes", "after-outcomes", "mid-chunks", "before-finish"] as const)(
  "a death %s loses nothing and doubles nothing",
  async (point) => {
    const periodNo = await openPeriod();
    const players = await Promise.all(Array.from({ length: 7 }, () => player(100_00n)));
    for (const id of players)
      await place(id, periodNo, "EBTH.EBTH", [{ code: "numbers", items: ["2", "4"] }], 1_00n);
    await draw(periodNo, [2, 4, 4]);
    let deaths = 0;
    const dying = settlementOf({
      chunkOrders: 2,
      fault: (at) => (at === point && deaths++ === 0 ? Promise.reject(new Error("died")) : Promise.resolve()),
    });
    await expect(dying.settle(GAME, periodNo)).rejects.toThrow("died");
    expect(await settlementOf({ chunkOrders: 3 }).resume()).toBe(1);
    for (const id of players) expect(await cash(id)).toBe(100_00n - 1_00n + 6_30n);
    expect(await escrow()).toBe(0n);
    expect(await settlementOf().settle(GAME, periodNo)).toEqual({ done: false, why: "not-drawn" });
  },
);

test("no period is settled by a clock that leapt: its winners are paid, and its instant waits for the right time", async () => {
  const periodNo = await openPeriod();
  const id = await player(100_00n);
  await place(id, periodNo, "EBTH.EBTH", [{ code: "numbers", items: ["2", "4"] }], 1_00n);
  await draw(periodNo, [2, 4, 4]);
  const leapt = new ClockLeapt("a day ahead");
  const early = settlementOf({ checkClock: () => Promise.reject(leapt) });
  await expect(early.settle(GAME, periodNo)).rejects.toBe(leapt);
  const state = sql`SELECT state, settled_at IS NULL AS unsettled FROM period WHERE period_no = $1`;
  expect(await server.db.query(state, [periodNo])).toEqual([{ state: "drawn", unsettled: true }]);
  expect(await settlementOf().resume()).toBe(1);
  expect(await server.db.query(state, [periodNo])).toEqual([{ state: "settled", unsettled: false }]);
  expect(await cash(id)).toBe(100_00n - 1_00n + 6_30n);
});

const TAKE_2_4 = [{ code: "numbers", items: ["2", "4"] }];

test("what was read of a closed period is not read again at its settlement", async () => {
  const periodNo = await openPeriod();
  const ids = [await player(100_00n), await player(100_00n)];
  for (const id of ids) await place(id, periodNo, "EBTH.EBTH", TAKE_2_4, 1_00n);
  let readings = 0;
  const { db } = server;
  const watched: Database = {
    ...db,
    query: (statement, values) => {
      if (statement === DISTINCT_SELECTIONS) readings += 1;
      return db.query(statement, values);
    },
  };
  const settlement = settlementOf({ db: watched });
  await server.owner.query(sql`UPDATE period SET state = 'closed' WHERE period_no = $1`, [periodNo]);
  await settlement.prepare(GAME, periodNo);
  expect(readings).toBe(1);
  await draw(periodNo, [2, 4, 4]);
  expect(await settlement.settle(GAME, periodNo)).toEqual({ done: true, winners: 2, released: 2_00n });
  expect(readings).toBe(1);
  for (const id of ids) expect(await cash(id)).toBe(100_00n - 1_00n + 6_30n);
  expect(await escrow()).toBe(0n);
});

test("nothing is read in advance of a period that still sells", async () => {
  const periodNo = await openPeriod();
  const [early, late] = [await player(100_00n), await player(100_00n)];
  const settlement = settlementOf();
  await place(early, periodNo, "EBTH.EBTH", TAKE_2_4, 1_00n);
  await settlement.prepare(GAME, periodNo);
  await place(late, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
  await draw(periodNo, [2, 3, 4]);
  expect(await settlement.settle(GAME, periodNo)).toMatchObject({ done: true, released: 2_00n });
  expect(await cash(late)).toBe(100_00n - 1_00n + 7_87n);
  expect(await escrow()).toBe(0n);
});

test("two settlers at once pay once", async () => {
  const periodNo = await openPeriod();
  const players = [await player(50_00n), await player(50_00n), await player(50_00n)];
  for (let i = 0; i < 4; i += 1)
    for (const id of players)
      await place(id, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
  await draw(periodNo, [3, 1, 2]);
  await Promise.allSettled(
    [1, 2, 3, 5].map((chunkOrders) => settlementOf({ chunkOrders }).settle(GAME, periodNo)),
  );
  await settlementOf({ chunkOrders: 3 }).resume();
  for (const id of players) expect(await cash(id)).toBe(50_00n - 4_00n + 4n * 7_87n);
  expect(await escrow()).toBe(0n);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  "winners are paid though the database crashes before step %i and its unlogged tables are empty",
  async (crashBefore) => {
    const periodNo = await openPeriod();
    const players = [await player(10_00n), await player(10_00n), await player(10_00n)];
    for (const id of players)
      await place(id, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
    await draw(periodNo, [3, 1, 2]);
    let steps = 0;
    const crash = async (): Promise<void> => {
      if (steps++ === crashBefore)
        await server.owner.query(sql`TRUNCATE settlement_winner, settlement_outcome`);
    };
    const db: Database = {
      ...server.db,
      query: async (...statement) => {
        await crash();
        return server.db.query(...statement);
      },
      transaction: async (...work) => {
        await crash();
        return server.db.transaction(...work);
      },
    };
    await settlementOf({ db, chunkOrders: 1 })
      .settle(GAME, periodNo)
      .catch(() => undefined);
    await settlementOf().resume();
    for (const id of players) expect(await cash(id)).toBe(16_87n);
    expect(await escrow()).toBe(0n);
  },
);

test("a period is not finished while a winner of it is unpaid, whatever became of the kept winners", async () => {
  const periodNo = await openPeriod();
  const players = [await player(10_00n), await player(10_00n), await player(10_00n)];
  for (const id of players)
    await place(id, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
  await draw(periodNo, [3, 1, 2]);
  // The state after a crash of the database: the following chunks have no one to pay.
  const losing = settlementOf({
    chunkOrders: 1,
    fault: async (at) => {
      if (at === "mid-chunks") await server.owner.query(sql`TRUNCATE settlement_winner, settlement_outcome`);
    },
  });
  await expect(losing.settle(GAME, periodNo)).rejects.toThrow(/are not settled yet: \d of 3 are paid/u);
  expect(await settlementOf().resume()).toBe(1);
  for (const id of players) expect(await cash(id)).toBe(16_87n);
  expect(await escrow()).toBe(0n);
});

test("a chunk that was paid is not paid again, and never with other bounds", async () => {
  const periodNo = await openPeriod();
  const id = await player(10_00n);
  await place(id, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
  await draw(periodNo, [3, 1, 2]);
  const dying = settlementOf({
    fault: (at) => (at === "before-finish" ? Promise.reject(new Error("died")) : Promise.resolve()),
  });
  await expect(dying.settle(GAME, periodNo)).rejects.toThrow("died");
  const [done] = await server.db.query<{ chunk: number; from_id: bigint; to_id: bigint }>(
    sql`SELECT chunk, from_id, to_id FROM settlement_chunk WHERE period_no = $1`,
    [periodNo],
  );
  if (done === undefined) throw new Error("no chunk was paid");
  const again = (to: bigint): Promise<unknown> =>
    server.db.query(SETTLE_CHUNK, [GAME, periodNo, done.chunk, done.from_id, to]);
  expect(await again(done.to_id)).toEqual([{ winners: null }]);
  await expect(again(done.to_id + 1n)).rejects.toThrow("was settled with other bounds");
  expect(await settlementOf().resume()).toBe(1);
  expect(await cash(id)).toBe(16_87n);
});

test("a stop of money stops payouts until it is lifted", async () => {
  const periodNo = await openPeriod();
  const id = await player(10_00n);
  await place(id, periodNo, "SLHTX.SLHTX", [{ code: "all", items: ["all"] }], 1_00n);
  await draw(periodNo, [3, 1, 2]);
  await server.owner.query(sql`INSERT INTO money_stop (reason, since) VALUES ('test', house_clock())`);
  expect(await settlementOf().settle(GAME, periodNo)).toEqual({ done: false, why: "stopped" });
  expect(await cash(id)).toBe(9_00n);
  await server.owner.query(sql`DELETE FROM money_stop`);
  expect(await settlementOf().resume()).toBe(1);
  expect(await cash(id)).toBe(16_87n);
});
