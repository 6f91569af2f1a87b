import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { sql } from "../db/database.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { FORGET } from "./live.sql.ts";

test("old events are forgotten while the books are checked", async () => {
  const base = await openTestDatabase();
  try {
    await base.owner.query(
      sql`INSERT INTO live_event (event, payload, created) VALUES ('old', '{}', clock_timestamp() - interval '1 hour')`,
    );
    await base.owner.transaction(async (tx) => {
      await tx.query(sql`SELECT pg_advisory_xact_lock($1)`, [ADVISORY_LOCKS.books]);
      await base.db.query(FORGET, [600, ADVISORY_LOCKS.liveEvents]);
    });
    expect(await base.owner.query(sql`SELECT event FROM live_event`)).toEqual([]);
  } finally {
    await base.close();
  }
});
