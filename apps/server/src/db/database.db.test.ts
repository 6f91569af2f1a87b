import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "./database.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../testing/test-database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const NOW = sql`SELECT (extract(epoch FROM house_clock()) * 1000)::bigint AS ms`;
async function now(): Promise<number> {
  const [row] = await base.db.query<{ ms: bigint }>(NOW);
  return Number(row?.ms);
}

describe("the test clock", () => {
  test("stands where it is set, is moved, and runs again", async () => {
    await setTestClock(base.db, 1_795_200_000_123);
    expect(await now()).toBe(1_795_200_000_123);
    await advanceTestClock(base.db, 60_001);
    expect(await now()).toBe(1_795_200_060_124);
    await setTestClock(base.db, null);
    expect(Math.abs((await now()) - Date.now())).toBeLessThan(5_000);
    await advanceTestClock(base.db, 86_400_000);
    expect((await now()) - Date.now()).toBeGreaterThan(86_000_000);
    await setTestClock(base.db, null);
  });
});
