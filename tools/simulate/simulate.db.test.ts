import { expect, test } from "vitest";
import { openTestDatabase } from "@lotus/server/testing/test-database";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { rmSync } from "node:fs";
import { simulate } from "./day.ts";

test("an hour around midnight: every displayed figure equals the ledger", async () => {
  const base = await openTestDatabase();
  const dataDir = makeTestFolder("lotus-hour-");
  try {
    const { url, ownerUrl } = base;
    const { tally, wrong, comparison } = await simulate(
      { url, ownerUrl, dataDir },
      { minutes: 60, players: 10, seed: 7, start: Date.parse("2026-11-23T23:15:00+07:00") },
    );
    expect(wrong).toEqual([]);
    // It would be no proof if nothing had happened.
    for (const action of [
      "bet",
      "cancel a bet",
      "recharge by bank",
      "notice of a payment",
      "pass a recharge",
    ])
      expect([action, tally.done(action) > 0]).toEqual([action, true]);
    expect(tally.done("bet")).toBeGreaterThan(30);
    const looked = new Map(comparison.lines().map(({ what, checked }) => [what, checked]));
    for (const what of [
      "report centre, by day",
      "agent figures",
      "rebate and commission booked once",
      "desk's dashboard",
    ])
      expect([what, (looked.get(what) ?? 0) > 20]).toEqual([what, true]);
  } finally {
    await base.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 900_000);
