import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { soldPeriods } from "../testing/sold-periods.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { openSettlement, type Settlement } from "./settlement.ts";

const OPEN_AT = Date.UTC(2026, 10, 21, 3, 0, 0);
const PERIOD = "202611210001";
let server: TestDatabase;
const { addPlayer, draw, open, place: placeOrder, rulebook } = soldPeriods("K3", () => server);

beforeAll(async () => {
  server = await openTestDatabase();
  await setTestClock(server.owner, OPEN_AT + 1_000);
  await open(PERIOD, { openAt: OPEN_AT, closeAt: OPEN_AT + 55_000, drawAt: OPEN_AT + 60_000, round: 1 });
});
afterAll(() => server.close());

async function player(id: bigint): Promise<bigint> {
  await addPlayer(id, 10_000_00n);
  return id;
}

/** Bets so much on a sum and on sides of it, one bet each. */
async function place(playerId: bigint, sums: string[], sides: string[], amount: bigint): Promise<void> {
  const groups = [
    { code: "sum", items: sums },
    { code: "side", items: sides },
  ];
  await placeOrder({ playerId, periodNo: PERIOD, optionId: "HZ.HZ", groups }, amount);
}

function settlementOf(fault?: () => Promise<void>): Settlement {
  return openSettlement({
    deps: { db: server.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: "Asia/Ho_Chi_Minh",
    rulebookOf: () => Promise.resolve(rulebook),
    bigWin: 1_000_00n,
    chunkOrders: 2,
    ...(fault === undefined ? {} : { fault }),
  });
}

test("who wins much, and more than was staked, is told once, whatever dies and whoever settles as well", async () => {
  const [lucky, several, covered, small] = [
    await player(10000001n),
    await player(10000002n),
    await player(10000003n),
    await player(10000004n),
  ];
  // Sum 8 pays 9.00, small 1.75.
  await place(lucky, ["8"], [], 200_00n);
  for (let n = 0; n < 3; n += 1) await place(several, ["8"], [], 50_00n);
  await place(covered, [], ["big", "small"], 1_000_00n);
  await place(small, ["8"], [], 1_00n);
  await draw(PERIOD, [2, 4, 2]);
  await setTestClock(server.owner, OPEN_AT + 60_000);

  let queries = 0;
  const dying = settlementOf(() => {
    queries += 1;
    return queries === 4 ? Promise.reject(new Error("died")) : Promise.resolve();
  });
  await expect(dying.settle("K3", PERIOD)).rejects.toThrow("died");
  expect(await server.db.query(sql`SELECT FROM big_win`)).toEqual([]);
  await Promise.allSettled([1, 2, 3].map(() => settlementOf().settle("K3", PERIOD)));
  await settlementOf().resume();

  expect(await server.db.query(sql`SELECT player_id, payout FROM big_win ORDER BY player_id`)).toEqual([
    { player_id: lucky, payout: 1_800_00n },
    { player_id: several, payout: 1_350_00n },
  ]);
  expect(
    await server.db.query(sql`SELECT player_id, template, detail FROM message ORDER BY player_id`),
  ).toEqual([
    { player_id: lucky, template: "bigWin", detail: { game: "K3", period: PERIOD, amount: "1800.00" } },
    { player_id: several, template: "bigWin", detail: { game: "K3", period: PERIOD, amount: "1350.00" } },
  ]);
  expect(await server.db.query(sql`SELECT player_id FROM live_event WHERE event = 'message'`)).toHaveLength(
    2,
  );
});
