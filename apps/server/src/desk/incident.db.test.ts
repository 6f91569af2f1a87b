import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { placeOneBet, slipOfOneBet, ORDER_PATH } from "../testing/one-bet.ts";
import { openOutsideWorld, type OutsideWorld } from "../testing/outside-world.ts";
import { setTestClock } from "../testing/test-database.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Half a minute into a period of FFC, on a day whose rounds are recorded. */
let now = Date.UTC(2026, 10, 21, 5, 0, 30);
let server: DeskServer;
let world: OutsideWorld;
let token = "";
beforeAll(async () => {
  world = openOutsideWorld(() => now);
  server = await openDeskServer({}, undefined, undefined, { fairness: world.fairness });
  await goTo(now);
  await liveUntil(now + 35 * SECOND_MS);
  ({ token } = await server.enrol("in_an_incident"));
  const recharge = { type: "recharge", amount: "1000.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, recharge);
});
afterAll(() => server.close());

async function goTo(at: number): Promise<void> {
  now = at;
  for (const table of ["transfer", "bet_order"])
    await server.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 1)`, [table, new Date(at)]);
  await setTestClock(server.base.db, at);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
}

/** Goes on as a server does that runs: second by second. */
async function liveUntil(at: number): Promise<void> {
  while (now < at) await goTo(Math.min(at, now + 5 * SECOND_MS));
}

const dashboard = async (): Promise<Reply["data"]> =>
  (await server.desk("GET", "/desk/api/dashboard", await server.as("risk"))).data;
const audit = async (action: string): Promise<Reply["data"]> =>
  (await server.desk("GET", `/desk/api/audit?action=${action}`, await server.as("risk"))).data.list;
const post = async (path: string, role: "risk" | "admin" | "support", body: object = {}): Promise<Reply> =>
  server.desk("POST", `/desk/api/${path}`, await server.as(role), body);
const isOnSale = async (): Promise<boolean> =>
  (await server.player("GET", "/api/lottery/games")).data.list.some(({ on }: { on: boolean }) => on);

test("what the rules made void after a standstill is named with its cause until somebody has seen it", async () => {
  const bet = await placeOneBet(server, token, { amount: "40.00" });
  const stoodFrom = now;
  await goTo(now + 75 * SECOND_MS);
  const id = `FFC-${bet.prizeNo}`;
  const before = (await dashboard()).ruleVoids.list.find((each: { id: string }) => each.id === id);
  expect(before).toMatchObject({ orders: 0, refund: "0.00", ordersInAll: 1, stake: "40.00" });
  await server.app.settlement.refundVoided();

  const { ruleVoids } = await dashboard();
  expect(ruleVoids.list).toContainEqual({
    id,
    at: now,
    cause: "standstill",
    stillSince: stoodFrom,
    orders: 1,
    refund: "40.00",
    ordersInAll: 1,
    stake: "40.00",
  });
  const lines = await audit("house.voidPeriod");
  expect(lines).toHaveLength(ruleVoids.count);
  expect(lines.find(({ subject }: { subject: string }) => subject === `period ${id}`)).toMatchObject({
    operator: null,
    role: null,
    reason: null,
    address: "",
    detail: { cause: "standstill", from: stoodFrom },
  });

  const ids = ruleVoids.list.map((each: { id: string }) => each.id);
  const listed = async (): Promise<string[]> =>
    (
      await server.desk("GET", "/desk/api/periods?rule_void=unseen&page_size=100", await server.as("support"))
    ).data.list.map((each: { id: string }) => each.id);
  expect((await listed()).toSorted()).toEqual(ids.toSorted());
  expect((await post("periods/seen", "support", { ids })).code).toBe(8001);
  expect((await post("periods/seen", "risk", { ids: [id] })).data).toEqual({ seen: 1 });
  expect((await dashboard()).ruleVoids.count).toBe(ids.length - 1);
  expect(await listed()).not.toContain(id);
  expect((await post("periods/seen", "risk", { ids: [id] })).code).toBe(8002);
  await post("periods/seen", "risk", { ids });
  const shown = await server.desk("GET", `/desk/api/periods/${id}`, await server.as("support"));
  expect(shown.data).toMatchObject({
    ruleVoid: { cause: "standstill", stillSince: stoodFrom, seenBy: { name: "risk_1" } },
    voidedBy: null,
  });
});

test("a period that witnesses did not see closed is void because of them", async () => {
  await liveUntil(Math.ceil(now / MINUTE_MS) * MINUTE_MS + 5 * SECOND_MS);
  const { prizeNo } = await placeOneBet(server, token);
  world.silent.witness = true;
  await liveUntil(now + 95 * SECOND_MS);
  const { ruleVoids, troubles } = await dashboard();
  expect(ruleVoids.list.find(({ id }: { id: string }) => id === `FFC-${prizeNo}`)).toMatchObject({
    cause: "witnesses",
    stillSince: null,
  });
  expect(troubles).toMatchObject([
    { kind: "quorum", name: "" },
    { kind: "witness", name: "w" },
  ]);
  world.silent.witness = false;
  await liveUntil(now + 10 * SECOND_MS);
  expect((await dashboard()).troubles).toEqual([]);
});

test("a silent beacon is named, stops the sale after a minute, and the sale goes on by itself", async () => {
  await liveUntil(Math.ceil(now / MINUTE_MS) * MINUTE_MS + 5 * SECOND_MS);
  await placeOneBet(server, token);
  world.silent.beacon = true;
  const nextDraw = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  await liveUntil(nextDraw + 20 * SECOND_MS);
  expect((await dashboard()).troubles).toEqual([{ kind: "beacon", name: "", since: expect.any(Number) }]);
  const late = await placeOneBet(server, token);

  await liveUntil(nextDraw + 70 * SECOND_MS);
  expect(await isOnSale()).toBe(false);
  const refused = await server.player("POST", ORDER_PATH, token, await slipOfOneBet(server));
  expect(refused.code).toBe(3002);
  expect((await dashboard()).sales.stops).toMatchObject([{ cause: "beacon", operator: null }]);
  expect(await audit("house.stopSales")).toMatchObject([{ operator: null, detail: { cause: "beacon" } }]);

  world.silent.beacon = false;
  await liveUntil(now + 10 * SECOND_MS);
  expect(await isOnSale()).toBe(true);
  expect(await dashboard()).toMatchObject({ troubles: [], sales: { stops: [] } });
  expect(await audit("house.sellAgain")).toHaveLength(1);
  const shown = await server.desk("GET", `/desk/api/periods/FFC-${late.prizeNo}`, await server.as("risk"));
  expect(shown.data).toMatchObject({ state: "settled", late: true });
});

/** Whether each game sells, by what streams were told last. */
async function toldSales(): Promise<object> {
  const rows = await server.base.owner.query<{ game: string; sells: boolean }>(sql`
    SELECT payload ->> 'gameCode' AS game, (payload ->> 'on')::boolean AS sells FROM live_event WHERE event = 'game'
    ORDER BY xid, id`);
  return Object.fromEntries(rows.map(({ game, sells }) => [game, sells]));
}

test("one button stops all games, with a reason in the audit log, and leaves their own switches", async () => {
  await post("games/K3/close", "risk", { reason: "its own" });
  expect((await post("games/stop", "support", { reason: "an incident" })).code).toBe(8001);
  expect((await post("games/sell", "risk", { reason: "too early" })).code).toBe(8002);
  const stopped = await post("games/stop", "risk", { reason: "an incident" });
  expect(stopped.data.stops).toMatchObject([
    { cause: "desk", reason: "an incident", operator: { name: "risk_1" } },
  ]);
  expect((await post("games/stop", "admin", { reason: "once more" })).code).toBe(8002);
  await goTo(now + SECOND_MS);
  expect(await isOnSale()).toBe(false);
  const refused = await server.player("POST", ORDER_PATH, token, await slipOfOneBet(server));
  expect(refused.code).toBe(3002);
  expect(await audit("games.stop")).toMatchObject([{ reason: "an incident", subject: "games" }]);
  // Every open app follows, without a request.
  expect(await toldSales()).toMatchObject({ K3: false, FFC: false, LHC: false });

  expect((await post("games/sell", "risk", { reason: "over" })).data.stops).toEqual([]);
  await goTo(now + SECOND_MS);
  const { list } = (await server.player("GET", "/api/lottery/games")).data;
  const on = Object.fromEntries(
    list.map((game: { gameCode: string; on: boolean }) => [game.gameCode, game.on]),
  );
  expect(on).toMatchObject({ K3: false, FFC: true });
  expect(await toldSales()).toMatchObject({ K3: false, FFC: true, LHC: true });
  await post("games/K3/open", "risk", { reason: "its own" });
});

test("periods that nobody could sell are counted for a day", async () => {
  const before = (await dashboard()).skipped;
  await goTo(now + 20 * MINUTE_MS);
  const { skipped } = await dashboard();
  const path = "/desk/api/periods?state=skipped&page_size=100";
  const { list } = (await server.desk("GET", path, await server.as("support"))).data;
  expect([skipped > before, skipped]).toEqual([true, list.length]);
});

test("the books are right after all of it", async () => {
  const invariants = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(invariants.filter(({ broken }) => broken > 0n)).toEqual([]);
});
