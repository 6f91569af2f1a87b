import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sql, sql } from "../db/database.ts";
import { rowsReadBy } from "../testing/rows-read.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { cashAccount, HOUSE_ACCOUNTS, movementsOf, movementSums } from "./ledger.ts";
import { MOVEMENT_SUMS, MOVEMENTS } from "./ledger.sql.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAY = Date.UTC(2026, 5, 1);
const LAST_DAY = Date.UTC(2026, 7, 31);
/** Ids of other players between two of one player. */
const OTHERS = 7;

let base: TestDatabase;
let nextPlayer = 10_000_001n;
let nextId = 1_000_000n;
beforeAll(async () => {
  base = await openTestDatabase();
  for (const month of [FIRST_DAY, LAST_DAY])
    await base.owner.query(sql`SELECT ensure_month_partitions('transfer', $1, 2)`, [new Date(month)]);
});
afterAll(() => base.close());

/** A player with a gift of 1 at each of these instants, in this order of ids. */
async function playerWith(times: readonly number[]): Promise<bigint> {
  const id = nextPlayer++;
  await base.owner.query(
    sql`INSERT INTO transfer (id, created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
        SELECT $2 + $3 * at, to_timestamp(ms / 1000.0), $4, $5, 1, 'gift', '1', $1, at
        FROM unnest($6::bigint[]) WITH ORDINALITY AS t (ms, at)`,
    [id, nextId, OTHERS, HOUSE_ACCOUNTS.gifts, cashAccount(id), times],
  );
  nextId += BigInt((times.length + 1) * OTHERS);
  return id;
}

test("a list of any days has all movements of them, whichever server's clock they were written by", async () => {
  const clockOff = fc.noBias(fc.integer({ min: -11 * HOUR_MS, max: 11 * HOUR_MS }));
  const instant = fc.noBias(fc.integer({ min: FIRST_DAY, max: LAST_DAY }));
  const history = fc.array(fc.tuple(instant, clockOff), { minLength: 1, maxLength: 300, size: "max" });
  const day = fc
    .noBias(fc.integer({ min: -40, max: 140 }))
    .map((at) => FIRST_DAY + at * DAY_MS + 7 * HOUR_MS);
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.tuple(day, day), { minLength: 5, maxLength: 20 }),
      async (made, spans) => {
        const times = made.toSorted(([one], [other]) => one - other).map(([at, off]) => at + off);
        const playerId = await playerWith(times);
        for (const [one, other] of spans) {
          const window = { fromMs: Math.min(one, other), toMs: Math.max(one, other) };
          const inTime = times.filter((at) => at >= window.fromMs && at < window.toMs);
          const listed = await movementsOf(base.db, { playerId, window }, { before: null, limit: 1_000 });
          expect(listed.map(({ time }) => time)).toEqual(inTime.toReversed());
          expect((await movementSums(base.db, { playerId, window })).in).toBe(BigInt(inTime.length));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a page and the sums of a few days read hardly more than these and the days beside them", async () => {
  const [perDay, days] = [200, 28];
  const month = Date.UTC(2026, 6, 1);
  const id = await playerWith(
    Array.from({ length: perDay * days }, (_, at) => month + (at * DAY_MS) / perDay),
  );
  await base.owner.query(sql`ANALYZE transfer`);
  const [from, to] = [Date.UTC(2026, 6, 4), Date.UTC(2026, 6, 6)];
  const readBy = async (statement: Sql, values: readonly unknown[]) =>
    (await rowsReadBy(base.db, "transfer", statement, values))["transfer_202607"];
  const beside = 2 * perDay + 20;
  expect(await readBy(MOVEMENT_SUMS, [id, from, to, null])).toBeLessThanOrEqual(2 * perDay + beside);
  expect(await readBy(MOVEMENTS, [id, from, to, null, null, 21])).toBeLessThanOrEqual(21 + beside);
});
