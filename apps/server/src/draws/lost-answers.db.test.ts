import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, DatabaseUnavailable, sql } from "../db/database.ts";
import { openTestDraws } from "../testing/draws.ts";
import { SHORT_DAY } from "../testing/short-day.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

test("a server that lost its database just as it took the draw clock over runs it all the same", async () => {
  await setTestClock(base.db, Date.parse("2026-11-23T12:00:05+07:00"));
  let losses = 1;
  const db: Database = {
    ...base.db,
    transaction: (work) => {
      losses -= 1;
      return losses < 0 ? base.db.transaction(work) : Promise.reject(new DatabaseUnavailable("lost"));
    },
  };
  const draws = openTestDraws(db, { codes: ["FFC"], ...SHORT_DAY });
  await expect(draws.tick()).rejects.toThrow("lost");
  expect(draws.onSale()).toEqual([]);
  expect(await draws.tick()).toBe(true);
  expect(draws.onSale()).toEqual(["FFC"]);
  await draws.stop();
});

const DRAWN = sql`SELECT 1 FROM period WHERE state = 'drawn'`;
const SETTLED = sql`SELECT 1 FROM period WHERE state = 'settled'`;

test("a period whose draw was committed without an answer is settled", async () => {
  const own = await openTestDatabase();
  await setTestClock(own.db, Date.parse("2026-11-23T12:00:05+07:00"));
  let isLost = false;
  const db: Database = {
    ...own.db,
    transaction: async (work) => {
      const result = await own.db.transaction(work);
      if (isLost || (await own.db.query(DRAWN)).length === 0) return result;
      isLost = true;
      throw new DatabaseUnavailable("lost");
    },
  };
  const draws = openTestDraws(db, { codes: ["FFC"], ...SHORT_DAY });
  await draws.tick();
  await setTestClock(own.db, Date.parse("2026-11-23T12:01:01+07:00"));
  await expect(draws.tick()).rejects.toThrow("lost");
  await draws.tick();
  expect(await own.db.query(SETTLED)).toHaveLength(1);
  await draws.stop();
  await own.close();
});
