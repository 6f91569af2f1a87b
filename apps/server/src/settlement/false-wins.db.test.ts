import type { GameCode } from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { soldPeriods } from "../testing/sold-periods.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { openSettlement } from "./settlement.ts";

const OPEN_AT = Date.UTC(2026, 10, 21, 3, 0, 0);
const ZONE = "Asia/Ho_Chi_Minh";
const GAME: GameCode = "K3";
const PLAYER = 10_000_001n;
const PICKS = [{ code: "all", items: ["all"] }];
let server: TestDatabase;

beforeAll(async () => {
  server = await openTestDatabase();
});
afterAll(() => server.close());

const { addPlayer, draw, open, place, rulebook } = soldPeriods(GAME, () => server);

/** A period with one bet, which loses. Answers its order. */
async function settledPeriod(periodNo: string, minute: number): Promise<bigint> {
  const openAt = OPEN_AT + minute * 60_000;
  const drawAt = openAt + 60_000;
  await setTestClock(server.owner, openAt + 1_000);
  await open(periodNo, { openAt, closeAt: openAt + 55_000, drawAt, round: minute + 1 });
  const order = { playerId: PLAYER, periodNo, optionId: "STHTX.STHTX", groups: PICKS };
  const id = await place(order, 100n);
  await draw(periodNo, [2, 4, 2]);
  await setTestClock(server.owner, drawAt);
  const settlement = openSettlement({
    deps: { db: server.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: ZONE,
    rulebookOf: () => Promise.resolve(rulebook),
  });
  expect(await settlement.settle(GAME, periodNo)).toEqual({ done: true, winners: 0, released: 100n });
  return id;
}

/** As the owner of the database could: a win that nobody drew, with its payout. */
async function payFalsely(order: bigint, periodNo: string): Promise<void> {
  await server.owner.query(
    sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
        VALUES ($1, $2, 'K3', $3, 500, 0, '[]', house_clock())`,
    [PLAYER, order, periodNo],
  );
  await server.owner.query(
    sql`SELECT ledger_post(house_clock(), '{payout}', ARRAY[100::bigint], ARRAY[cash_account($1::bigint)],
                           '{500}', ARRAY[$2::bigint::text], ARRAY[$1::bigint])`,
    [PLAYER, order],
  );
}

async function broken(mode: "full" | "incremental"): Promise<ReadonlyMap<string, bigint>> {
  const results = (await checkBooks(server.db, mode, ZONE)) ?? [];
  return new Map(
    results.filter((result) => result.broken > 0n).map((result) => [result.name, result.broken]),
  );
}

test("a win that is not of its order's period is told, by the check of everything and by that of what is new", async () => {
  await addPlayer(PLAYER, 100_00n);
  const [order, other] = [await settledPeriod("202611210001", 0), await settledPeriod("202611210002", 2)];
  expect([...(await broken("full"))]).toEqual([]);
  await payFalsely(order, "202611210002");
  expect(await broken("full")).toEqual(new Map([["payouts-right", 1n]]));
  expect(await broken("incremental")).toEqual(new Map([["payouts-right", 1n]]));
  await payFalsely(other, "209911210001");
  const both = new Map([
    ["win-paid-once", 1n],
    ["payouts-right", 1n],
  ]);
  expect(await broken("full")).toEqual(both);
  expect(await broken("incremental")).toEqual(both);
});
