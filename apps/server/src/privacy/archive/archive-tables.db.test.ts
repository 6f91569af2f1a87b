import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { ARCHIVE_PARTS } from "./archive-parts.ts";
import { ARCHIVE_TABLES } from "./archive-tables.ts";

const OF_PLAYERS = sql`
  SELECT DISTINCT t.table_name AS name
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  JOIN pg_class k ON k.relname = t.table_name AND k.relnamespace = 'public'::regnamespace AND NOT k.relispartition
  WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name IN ('player_id', 'family_id')
  ORDER BY 1`;

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

test("each table with something of a player is in a part of the archive, or left out for a reason", async () => {
  const tables = await base.owner.query<{ name: string }>(OF_PLAYERS);
  expect(Object.keys(ARCHIVE_TABLES).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const parts = new Set(ARCHIVE_PARTS.map(({ name }) => name));
  const named = Object.values(ARCHIVE_TABLES).flatMap((each) => ("part" in each ? [each.part] : []));
  expect(named.filter((part) => !parts.has(part))).toEqual([]);
});
