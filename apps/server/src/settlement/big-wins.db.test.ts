import { canonicalGroups, countBets, defaultOdds, findOption, readPicks } from "@lotus/games";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import type { Rulebook } from "./outcomes.ts";
import { openSettlement, type Settlement } from "./settlement.ts";

const OPEN_AT = Date.UTC(2026, 10, 21, 3, 0, 0);
const PERIOD = "202611210001";
let server: TestDatabase;

beforeAll(async () => {
  server = await openTestDatabase();
  await setTestClock(server.owner, OPEN_AT + 1_000);
  await server.owner.query(
    sql`INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
        SELECT 'K3', $1, at, at + interval '55 s', at + interval '60 s', 1
        FROM (SELECT to_timestamp($2::bigint / 1000) AS at) AS opening`,
    [PERIOD, OPEN_AT],
  );
});
afterAll(() => server.close());

async function player(id: bigint): Promise<bigint> {
  await server.db.query(sql`SELECT ledger_open_accounts($1)`, [id]);
  await server.db.query(
    sql`SELECT ledger_post(house_clock(), '{recharge}', ARRAY[ledger_clearing_account()], ARRAY[cash_account($1::bigint)],
        ARRAY[1000000::bigint], '{1}', ARRAY[$1::bigint])`,
    [id],
  );
  return id;
}

/** Bets so much on a sum and on sides of it, one bet each. */
async function place(playerId: bigint, sums: string[], sides: string[], amount: bigint): Promise<void> {
  const option = findOption("K3", "HZ.HZ");
  const groups = [
    { code: "sum", items: sums },
    { code: "side", items: sides },
  ];
  const read = option === undefined ? undefined : readPicks(option, groups);
  if (option === undefined || read?.ok !== true) throw new Error("bad test selection");
  const count = countBets(option, read.picks);
  const picked = JSON.stringify(canonicalGroups(read.picks));
  const [placed] = await server.db.query<{ outcomes: string[] }>(
    sql`SELECT outcomes FROM place_slips('{K3}', ARRAY[$2], ARRAY[$1::bigint], ARRAY[NULL], decode(repeat('00', 32), 'hex'), '{1}',
          ARRAY[$3::bigint], '{1}', ARRAY['HZ.HZ'], ARRAY[$4], ARRAY[$5::int], ARRAY[$6::bigint], '{1}', decode(repeat('ab', 16), 'hex'), '{0}', '{0}', '{1}', '{1}', 1, 0)`,
    [playerId, PERIOD, amount * BigInt(count), picked, count, amount],
  );
  expect(placed?.outcomes).toEqual(["accepted"]);
}

const rulebook: Rulebook = {
  option: (id) => {
    const option = findOption("K3", id);
    if (option === undefined) throw new Error(id);
    return option;
  },
  odds: (id) => defaultOdds("K3", rulebook.option(id)),
};

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
  await server.owner.query(sql`UPDATE period SET state = 'closed' WHERE period_no = $1`, [PERIOD]);
  await server.owner.query(sql`UPDATE period SET state = 'drawn', numbers = '{2,4,2}' WHERE period_no = $1`, [
    PERIOD,
  ]);
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
