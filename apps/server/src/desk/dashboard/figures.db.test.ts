import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { calendarDays } from "../../ledger/ledger.ts";
import { makeKeys } from "../../settings/keys.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../../testing/test-database.ts";
import { figuresOf } from "./figures.ts";

const MINUTE_MS = 60_000;
let now = Date.UTC(2026, 10, 21, 5, 0, 0);
let base: TestDatabase;
let server: DeskServer;
let other: DeskServer;
beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, now);
  const node = { base, keys: makeKeys((length) => crypto.getRandomValues(new Uint8Array(length))) };
  server = await openDeskServer({}, node);
  other = await openDeskServer({}, node);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await base.close();
});

async function pass(ms: number): Promise<void> {
  now += ms;
  await setTestClock(base.db, now);
}
/** What each of the two servers says of the players. */
const counts = async () =>
  Promise.all(
    [server, other].map(
      async (node) => (await node.desk("GET", "/desk/api/dashboard", await server.as("risk"))).data.players,
    ),
  );
const keep = () => Promise.all([server, other].map(({ app }) => app.accounts.keepSeen()));
const same = (players: object) => [players, players];

test("players online are counted once, over all servers", async () => {
  const [one, two] = [await server.enrol("counted_one"), await server.enrol("counted_two")];
  await pass(10 * MINUTE_MS);
  expect(await counts()).toEqual(same({ online: 0, seenToday: 2, registeredToday: 2 }));

  // The same player at both servers, the other one at one of them.
  for (const node of [server, other]) await node.player("GET", "/api/balance", one.token);
  await other.player("GET", "/api/balance", two.token);
  await keep();
  expect(await counts()).toEqual(same({ online: 2, seenToday: 2, registeredToday: 2 }));
  await pass(2 * MINUTE_MS);
  await server.player("GET", "/api/balance", one.token);
  await keep();
  expect(await counts()).toEqual(same({ online: 1, seenToday: 2, registeredToday: 2 }));
});

test("who logged out was seen all the same", async () => {
  const { token } = await server.enrol("logged_out");
  const [before] = await counts();
  await server.player("POST", "/api/user/logout", token, {});
  const [after] = await counts();
  expect(after?.seenToday).toBe(before?.seenToday);
});

test("a session was last seen at its last request, at whichever server, not when its tokens were renewed", async () => {
  const { id, token } = await server.enrol("last_seen_at");
  await pass(7 * MINUTE_MS);
  await other.player("GET", "/api/balance", token);
  await keep();
  const asked = now;
  await pass(5 * MINUTE_MS);
  const shown = await server.desk("GET", `/desk/api/players/${id}/sessions`, await server.as("risk"));
  expect(shown.data.list).toMatchObject([{ seenAt: asked }]);
  const own = await server.player("GET", "/api/user/sessions", token);
  expect(own.data.list).toMatchObject([{ lastSeen: asked }]);
});

test("rebate and commission are two figures", async () => {
  const { id } = await server.enrol("two_figures");
  const { data } = await server.desk("GET", `/desk/api/players/${id}`, await server.as("risk"));
  expect(data.sums).toMatchObject({ rebates: "0.00", commission: "0.00" });
});

const SETTLED = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round, state, numbers, turnover, paid, settled_at)
  VALUES ('K3', $1, $2::timestamptz - interval '2 minutes', $2::timestamptz - interval '1 minute', $2, 1, 'settled', '{1,2,3}', $3, 0, $2)`;

test("a past day begins and ends by the zone's own offset of that day", async () => {
  // Half past midnight on 21 October in Paris, in summer time; in winter time it would be the day before.
  await base.owner.query(SETTLED, ["202610210001", new Date("2026-10-20T22:30:00Z"), 100n]);
  // The last hour of the day on which the clocks go back: it has 25.
  await base.owner.query(SETTLED, ["202610250001", new Date("2026-10-25T22:30:00Z"), 700n]);
  const asked = calendarDays({ from: "2026-09-30", to: "2026-11-28" }, "Europe/Paris");
  const { days } = await figuresOf(base.db, asked.days);
  const sold = days.filter(({ turnover }) => turnover !== "0.00").map(({ day, turnover }) => [day, turnover]);
  expect(sold).toEqual([
    ["2026-10-25", "7.00"],
    ["2026-10-21", "1.00"],
  ]);
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([60, "2026-11-28", "2026-09-30"]);
});
