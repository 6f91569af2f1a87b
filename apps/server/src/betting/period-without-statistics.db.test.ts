import { afterAll, beforeAll, expect, test } from "vitest";
import { SELECTIONS } from "../covering/covering.sql.ts";
import { sql, type Sql } from "../db/database.ts";
import { DISTINCT_SELECTIONS } from "../settlement/settlement.sql.ts";
import { rowsReadBy } from "../testing/rows-read.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { PERIOD_PAYOUTS } from "./betting.sql.ts";

const OPEN_AT = Date.UTC(2026, 6, 15, 3);
const CLOSE_AT = OPEN_AT + 3_600_000;
const MONTH = "bet_order_202607";
const ORDERS = 5_000;
const WINS = 500;
const SELECTED = 200;

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.owner, OPEN_AT);
  await base.owner.query(sql`SELECT ensure_month_partitions('bet_order', house_clock(), 1)`);
  await base.owner.query(sql`ALTER TABLE bet_order_202607 SET (autovacuum_enabled = false)`);
  // Of the month and of all wins, other periods are known.
  await sell("202607150001", 20_000);
  await base.owner.query(sql`ANALYZE bet_order, bet_win, period`);
  await sell("202607150002", ORDERS);
});
afterAll(() => base.close());

/** A settled period with so many orders of as many players; each tenth of them won. */
async function sell(periodNo: string, orders: number): Promise<void> {
  await base.owner.query(
    sql`INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
        VALUES ('FFC', $1, to_timestamp($2::bigint / 1000.0), to_timestamp($3::bigint / 1000.0),
                to_timestamp($3::bigint / 1000.0) + $4::int * interval '1 second', $4)`,
    [periodNo, OPEN_AT, CLOSE_AT, orders],
  );
  await base.owner.query(
    sql`INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash, bet_count,
          bet_amount, total, odds_version, batch_id, blind)
        SELECT 10000001 + n, dated_id(at, right($1, 4)::bigint * 1000000 + n), at, 'FFC', $1, 'YX.DWD', '[]',
          decode(lpad(to_hex(n % $4::int), 8, '0'), 'hex'), 1, 100, 100, 1, 1, decode(repeat('ab', 16), 'hex')
        FROM (SELECT n, to_timestamp($2::bigint / 1000.0) + n * interval '50 milliseconds' AS at
              FROM generate_series(1, $3::int) AS n) AS made`,
    [periodNo, OPEN_AT, orders, SELECTED],
  );
  await base.owner.query(
    sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
        SELECT player_id, id, game, period_no, 900, 0, '[]', house_clock() FROM bet_order
        WHERE game = 'FFC' AND period_no = $1 AND id % 10 = 0`,
    [periodNo],
  );
}

const read = (statement: Sql, values: readonly unknown[]) =>
  rowsReadBy(base.owner, "bet_order", statement, values);

test("the payouts of a large period that no statistics know are read once each", async () => {
  const rows = await read(PERIOD_PAYOUTS, ["FFC", "202607150002", true]);
  expect(rows[MONTH]).toBe(WINS);
});

test.each([
  ["settlement", DISTINCT_SELECTIONS],
  ["covering", SELECTIONS],
])("the selections of such a period are read once each for %s, besides its orders", async (_, statement) => {
  const rows = await read(statement, ["FFC", "202607150002", OPEN_AT, CLOSE_AT]);
  expect(rows[MONTH]).toBe(ORDERS + SELECTED);
});
