import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKeys } from "../../settings/keys.ts";
import { type DeskServer, openDeskServer } from "../../testing/desk-server.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";

let base: TestDatabase;
let here: DeskServer;
let there: DeskServer;

beforeAll(async () => {
  base = await openTestDatabase();
  const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
  here = await openDeskServer({}, { base, keys });
  there = await openDeskServer({}, { base, keys });
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await base.close();
});

/** The other node reads events once every older transaction of the cluster is over: those of other tests too. */
async function tell(): Promise<void> {
  await there.app.live.drain();
}

/** Polls what the other node says, reading the events each time. */
const elsewhere = <Value>(said: () => Promise<Value>) =>
  expect.poll(() => tell().then(said), { interval: 5, timeout: 20_000 });

const isOpen = async (): Promise<boolean> => {
  const { data } = await there.player("GET", "/api/lottery/games");
  return data.list.find(({ gameCode }: { gameCode: string }) => gameCode === "K3").on;
};

test("what the desk sets on one server holds on the others with its event, and no stream is told of that event", async () => {
  const told: string[] = [];
  there.app.live.onEvents((events) => told.push(...events.map(({ event }) => event)));
  await tell();
  const risk = await here.as("risk");
  expect(await isOpen()).toBe(true);
  const why = { reason: "a test of the switch" };
  expect((await here.desk("POST", "/desk/api/games/K3/close", risk, why)).code).toBe(0);
  await elsewhere(isOpen).toBe(false);
  expect(told).toContain("settings");

  const limits = { min_bet: "3.00", max_bet: "90.00", max_payout: "5000.00", ...why };
  expect((await here.desk("POST", "/desk/api/games/FFC/limits", risk, limits)).code).toBe(0);
  const least = async (): Promise<string> =>
    (await there.player("GET", "/api/lottery/rule/FFC")).data.rules[0].childrens[0].minBet;
  await elsewhere(least).toBe("3.00");

  const versionOf = async (server: DeskServer): Promise<number> =>
    (await server.player("GET", "/api/lottery/rule/FFC")).data.version;
  const before = await versionOf(there);
  const table = await here.desk("GET", "/desk/api/odds/FFC", risk);
  const [option] = table.data.options;
  const change = { option: option.option, key: option.figures[0].key, odds: "1.01" };
  const published = await here.desk("POST", "/desk/api/odds/FFC/publish", risk, {
    base_version: table.data.version,
    changes: [change],
    ...why,
  });
  expect(published.code).toBe(0);
  await elsewhere(() => versionOf(there)).toBeGreaterThan(before);
});
