import {
  canonicalGroups,
  countBets,
  defaultOdds,
  findOption,
  readPicks,
  type Option,
  type PickedGroups,
} from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { openSettlement } from "./settlement.ts";

const ZONE = "Asia/Ho_Chi_Minh";
// The year of the goat begins in Vietnam on 6 February 2027 at midnight.
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);
const PLAYER = 10_000_001n;
const CASH = 1_000_00n;
let server: TestDatabase;

beforeAll(async () => {
  server = await openTestDatabase();
  await setTestClock(server.owner, NEW_YEAR - 60 * 60_000);
  await server.db.query(sql`SELECT ledger_open_accounts($1)`, [PLAYER]);
  await server.db.query(
    sql`SELECT ledger_post(house_clock(), '{recharge}', ARRAY[ledger_clearing_account()], ARRAY[cash_account($1::bigint)],
        ARRAY[$2::bigint], '{1}', ARRAY[$1::bigint])`,
    [PLAYER, CASH],
  );
});
afterAll(() => server.close());

function optionOf(code: string): Option {
  const option = findOption("LHC", code);
  if (option === undefined) throw new Error(code);
  return option;
}

async function openPeriod(periodNo: string, t: number, drawAt: number): Promise<void> {
  await server.owner.query(
    sql`INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
        SELECT 'LHC', $1, to_timestamp($3::bigint / 1000 - 7200), to_timestamp($3::bigint / 1000 - 30),
               to_timestamp($3::bigint / 1000), $2`,
    [periodNo, t, drawAt],
  );
}

async function place(periodNo: string, code: string, groups: PickedGroups, amount: bigint): Promise<void> {
  const option = optionOf(code);
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(read.reason.reason);
  const count = countBets(option, read.picks);
  const [placed] = await server.db.query<{ outcomes: string[] }>(
    sql`SELECT outcomes FROM place_slips('{LHC}', ARRAY[$2], ARRAY[$1::bigint], ARRAY[NULL], decode(repeat('00', 32), 'hex'), '{1}',
          ARRAY[$3::bigint], '{1}', ARRAY[$4], ARRAY[$5], ARRAY[$6::int], ARRAY[$7::bigint], '{1}', decode(repeat('ab', 16), 'hex'), '{0}', '{0}', '{1}', '{1}', 1, 0)`,
    [
      PLAYER,
      periodNo,
      amount * BigInt(count),
      code,
      JSON.stringify(canonicalGroups(read.picks)),
      count,
      amount,
    ],
  );
  expect(placed?.outcomes).toEqual(["accepted"]);
}

async function drawAndSettle(periodNo: string, numbers: readonly number[]): Promise<unknown> {
  await server.owner.query(sql`UPDATE period SET state = 'closed' WHERE period_no = $1`, [periodNo]);
  await server.owner.query(sql`UPDATE period SET state = 'drawn', numbers = $2 WHERE period_no = $1`, [
    periodNo,
    numbers,
  ]);
  const settlement = openSettlement({
    deps: { db: server.db, log: pino({ level: "silent" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: ZONE,
    rulebookOf: () =>
      Promise.resolve({ option: optionOf, odds: (code) => defaultOdds("LHC", optionOf(code)) }),
  });
  return settlement.settle("LHC", periodNo);
}

async function cash(): Promise<bigint> {
  const [row] = await server.db.query<{ balance: bigint }>(sql`SELECT player_balance($1) AS balance`, [
    PLAYER,
  ]);
  return row?.balance ?? -1n;
}

test("an animal is paid by the lunar year of the draw, and 49 gives stakes back", async () => {
  const zodiac = (...items: string[]): PickedGroups => [{ code: "zodiac", items }];
  await openPeriod("20270205143", 1, NEW_YEAR - 10 * 60_000);
  await openPeriod("20270205144", 2, NEW_YEAR);
  for (const periodNo of ["20270205143", "20270205144"]) {
    await place(periodNo, "SX.TX", zodiac("horse", "goat"), 1_00n);
    await place(periodNo, "SX.HX", zodiac("horse", "rat"), 1_00n);
    await place(periodNo, "TM.LM", [{ code: "side", items: ["big", "wild"] }], 1_00n);
    await place(periodNo, "SX.ZX", zodiac("horse"), 1_00n);
  }
  const staked = CASH - 12_00n;
  expect(await cash()).toBe(staked);

  // Year of the horse: 49 is a horse, and so are 1 and 13, two regular hits. Combined zodiac and sides are
  // given back: 1.00 and 2.00.
  expect(await drawAndSettle("20270205143", [1, 13, 3, 4, 5, 6, 49])).toMatchObject({ done: true });
  const first = staked + 9_55n + 3_00n + 2_56n;
  expect(await cash()).toBe(first);

  // A draw at the midnight on which the year of the goat begins: 1 is a goat, 2 and 14 are horses.
  expect(await drawAndSettle("20270205144", [2, 14, 3, 4, 5, 6, 49])).toMatchObject({ done: true });
  expect(await cash()).toBe(first + 9_55n + 3_00n + 3_26n);
});
