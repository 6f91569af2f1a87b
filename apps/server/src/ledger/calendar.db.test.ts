import { expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { calendarDays } from "./calendar.ts";

test("PostgreSQL begins each day of a year where the server does", async () => {
  const base = await openTestDatabase();
  try {
    for (const zone of [
      "Asia/Ho_Chi_Minh",
      "Asia/Kolkata",
      "Europe/Paris",
      "America/Santiago",
      "America/Havana",
      "Africa/Cairo",
      "Asia/Beirut",
      "Atlantic/Azores",
      "Australia/Lord_Howe",
    ]) {
      const rows = await base.db.query<{ day: string; start: bigint }>(
        sql`SELECT day::date::text AS day, epoch_ms(day_start(day::date, $1)) AS start
            FROM generate_series('2026-01-01'::timestamp, '2026-12-31', interval '1 day') AS day`,
        [zone],
      );
      const { days } = calendarDays({ from: "2026-01-01", to: "2026-12-31" }, zone);
      expect([zone, rows.map(({ day, start }) => ({ day, start: Number(start) }))]).toEqual([zone, days]);
    }
  } finally {
    await base.close();
  }
});
