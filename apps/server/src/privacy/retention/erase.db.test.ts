import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { ERASE_ROWS } from "./erase.sql.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

test("no live event names an erased player, and what others were told with them stays theirs", async () => {
  const tell = sql`SELECT tell_balances($1::bigint[], $2::bigint[])`;
  await base.db.query(tell, [
    [4n, 7n, 77n],
    [100n, 200n, 300n],
  ]);
  await base.db.query(tell, [[77n], [301n]]);
  await base.db.query(sql`INSERT INTO live_event (player_id, event, payload) VALUES (7, 'limits', '{}')`);
  await base.db.transaction(async (tx) => {
    for (const statement of ERASE_ROWS) await tx.query(statement, [7n]);
  });
  const told = await base.owner.query(sql`
    SELECT t.player, t.payload ->> 'balance' AS balance
    FROM live_event e LEFT JOIN LATERAL told_each(e.payload, e.players, e.told) AS t ON true ORDER BY e.id, t.back DESC`);
  expect(told).toEqual([
    { player: 4n, balance: "1.00" },
    { player: 0n, balance: "2.00" },
    { player: 77n, balance: "3.00" },
    { player: 77n, balance: "3.01" },
  ]);
});

test("what an erased player saved goes with them, and nobody else's does", async () => {
  const add = sql`
    INSERT INTO saved_pick (player_id, id, kind, sealed, created)
    SELECT p, nextval('saved_pick_id'), 'slip', '\\x00', house_clock() FROM unnest($1::bigint[]) AS p`;
  await base.db.query(add, [[8n, 8n, 9n]]);
  await base.db.transaction(async (tx) => {
    for (const statement of ERASE_ROWS) await tx.query(statement, [8n]);
  });
  expect(await base.owner.query(sql`SELECT player_id FROM saved_pick`)).toEqual([{ player_id: 9n }]);
});
