import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sql, sql, sqlState } from "./database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const DENIED = "42501";
const isDenied = (error: unknown): boolean => sqlState(error) === DENIED;

describe("the running server", () => {
  test.each<[string, Sql]>([
    ["change a transfer", sql`UPDATE transfer SET amount = 1`],
    ["delete a transfer", sql`DELETE FROM transfer`],
    ["empty the transfers", sql`TRUNCATE transfer`],
    ["drop a table", sql`DROP TABLE ledger_account`],
    ["switch a trigger off", sql`ALTER TABLE transfer DISABLE TRIGGER ALL`],
    [
      "put another clock",
      sql`CREATE OR REPLACE FUNCTION house_clock() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'`,
    ],
    ["rewrite the migrations", sql`DELETE FROM schema_migration`],
  ])("may not %s", async (_what, statement) => {
    await expect(base.db.query(statement)).rejects.toSatisfy(isDenied);
  });

  test("may not reach a month of transfers past its parent", async () => {
    const months = await base.owner.query<{ name: string }>(
      sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'transfer'::regclass`,
    );
    expect(months.length).toBeGreaterThan(1);
    const probe = sql`SELECT bool_or(has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')) AS may FROM unnest($1::text[]) AS name`;
    expect(await base.db.query(probe, [months.map(({ name }) => name)])).toEqual([{ may: false }]);
  });

  test("opens months to come by the one function made for it", async () => {
    const statement = sql`SELECT ensure_month_partitions('transfer', now() + interval '1 year', 0)`;
    await base.db.query(statement);
    await base.db.query(statement);
    const [row] = await base.owner.query<{ n: bigint }>(
      sql`SELECT count(*) AS n FROM pg_inherits WHERE inhparent = 'transfer'::regclass`,
    );
    expect(row?.n).toBeGreaterThan(5n);
  });
});
