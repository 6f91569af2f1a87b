import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../db/database.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../testing/test-database.ts";
import { checkedProof, openTestDraws, type TestDraws } from "../testing/draws.ts";

let base: TestDatabase;
let draws: TestDraws;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(async () => {
  await draws.stop();
  await base.close();
});

const DRAWN = sql`
  SELECT period_no, extract(epoch FROM drawn_at - draw_at)::float8 AS after FROM period
  WHERE state = 'settled' ORDER BY draw_at`;

test("closes, draws and settles on time by the server's clock, without being called", async () => {
  // The clock runs; it is set to five seconds after a full minute, then to just before the close.
  await setTestClock(base.db, null);
  await advanceTestClock(base.db, 65_000 - (Date.now() % 60_000));
  draws = openTestDraws(base.db, { codes: ["FFC", "K3"] });
  await draws.start();
  const published = sql`SELECT DISTINCT game FROM period WHERE state = 'open'`;
  await vi.waitFor(async () => expect(await base.db.query(published)).toHaveLength(2), {
    timeout: 30_000,
    interval: 50,
  });
  await advanceTestClock(base.db, 51_000 - (draws.serverNow() % 60_000));
  await vi.waitFor(async () => expect(await base.db.query(DRAWN)).toHaveLength(2), {
    timeout: 20_000,
    interval: 50,
  });
  const drawn = await base.db.query<{ period_no: string; after: number }>(DRAWN);
  for (const { period_no, after } of drawn) {
    expect(after).toBeGreaterThanOrEqual(0);
    expect(after).toBeLessThan(1);
    for (const code of ["FFC", "K3"] as const)
      expect((await checkedProof(base.db, draws, code, period_no)).verdict).toBe("valid");
  }
});
