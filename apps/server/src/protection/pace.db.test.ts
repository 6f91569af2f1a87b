import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accepted, openTestServer, ORDER, slipOn, type TestServer } from "../testing/betting-server.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { type Periods, periodsOf, recharge } from "../testing/withdrawals.ts";
import * as sql from "./protection.sql.ts";

/** The pause after a reality check, by requests that do without the app. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 24, 9);

let german: PlayedServer;
let house: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  german = await openPlayedServer({ RULE_PACK: "de", TURNOVER_PERCENT: "0" });
  house = await openPlayedServer();
  periods = periodsOf(german);
});
afterAll(async () => {
  await german.close();
  await house.close();
});
beforeEach(() => at(german, 0));

const at = (played: PlayedServer, ms: number) => setTestClock(played.base.db, NOW + ms);

let registered = 0;
async function enrol(played: PlayedServer): Promise<TestPlayer> {
  registered += 1;
  const player = await played.register(`paced_${registered}`);
  for (const window of ["day", "week", "month"]) {
    await played.post("/api/user/limits", { kind: "deposit", window, amount: "500.00" }, { player });
  }
  await recharge(played, player, "500.00");
  return player;
}

/** Bets on a period of its own: the reply. */
async function betOn(played: PlayedServer, own: Periods, player: TestPlayer, amount = "1.00") {
  const bets = [{ option_id: "HZ.HZ", amount, groups: [{ code: "sum", items: ["10"] }] }];
  return played.post<{ until: number | null }>(
    "/api/lottery/order/K3",
    { prize_no: await own.open(), bets },
    { player },
  );
}
const bet = (player: TestPlayer) => betOn(german, periods, player);
const answerCheck = (player: TestPlayer) =>
  german.post<{ pauseUntil: number | null; checkDueAt: number | null }>(
    "/api/user/realityChecked",
    {},
    { player },
  );

async function logInAgain(player: TestPlayer): Promise<TestPlayer> {
  const { username } = player;
  const body = { username, password: "a long enough one" };
  const { token } = (await german.post<{ token: string }>("/api/user/login", body)).data;
  return { ...player, token };
}

/** Bets every twenty minutes from the start to the given instant, so that play goes on. */
async function play(player: TestPlayer, fromMs: number, toMs: number): Promise<void> {
  for (let ms = fromMs; ms < toMs; ms += 20 * MINUTE_MS) {
    await at(german, ms);
    expect(await bet(player)).toMatchObject({ code: 0 });
  }
}

test("de: after an hour of play bets are refused until the check is answered and five minutes are over", async () => {
  const player = await enrol(german);
  await play(player, 0, HOUR_MS);
  await at(german, HOUR_MS - 1);
  expect(await bet(player)).toMatchObject({ code: 0 });
  await at(german, HOUR_MS);
  expect(await bet(player)).toMatchObject({ code: 3034, data: { until: NOW + HOUR_MS + 5 * MINUTE_MS } });
  // Nobody waits it out without an answer.
  await at(german, HOUR_MS + 6 * MINUTE_MS);
  expect(await bet(player)).toMatchObject({ code: 3034, data: { until: null } });
  // The access token lasts an hour.
  const later = await logInAgain(player);
  expect(await answerCheck(later)).toMatchObject({ code: 0, data: { pauseUntil: null, checkDueAt: null } });
  expect(await bet(later)).toMatchObject({ code: 0 });
});

test("de: an answer at once leaves the whole pause", async () => {
  const player = await enrol(german);
  await play(player, 0, HOUR_MS);
  await at(german, HOUR_MS + MINUTE_MS);
  expect(await answerCheck(player)).toMatchObject({ data: { pauseUntil: NOW + HOUR_MS + 5 * MINUTE_MS } });
  await at(german, HOUR_MS + 5 * MINUTE_MS - 1);
  expect(await bet(player)).toMatchObject({ code: 3034, data: { until: NOW + HOUR_MS + 5 * MINUTE_MS } });
  await at(german, HOUR_MS + 5 * MINUTE_MS);
  expect(await bet(player)).toMatchObject({ code: 0 });
  // The next hour counts from there.
  const limits = await german.get<{ checkDueAt: number }>("/api/user/limits", { player });
  expect(limits.data.checkDueAt).toBe(NOW + 2 * HOUR_MS + 5 * MINUTE_MS);
});

test("de: an answer before the hour is over is no way around the pause", async () => {
  const player = await enrol(german);
  await play(player, 0, HOUR_MS);
  await at(german, HOUR_MS - MINUTE_MS);
  expect(await bet(player)).toMatchObject({ code: 0 });
  await answerCheck(player);
  await answerCheck(player);
  await at(german, HOUR_MS + 4 * MINUTE_MS - 1);
  expect(await bet(player)).toMatchObject({ code: 3034 });
  await at(german, HOUR_MS + 4 * MINUTE_MS);
  expect(await bet(player)).toMatchObject({ code: 0 });
});

test("de: refused bets do not prolong the pause, and half an hour without play begins anew", async () => {
  const player = await enrol(german);
  await play(player, 0, HOUR_MS);
  for (const minutes of [60, 64, 68]) {
    await at(german, minutes * MINUTE_MS);
    expect(await bet(player)).toMatchObject({ code: 3034 });
  }
  // The last bet was at 40 minutes.
  await at(german, 70 * MINUTE_MS);
  const later = await logInAgain(player);
  expect(await bet(later)).toMatchObject({ code: 0 });
  const limits = await german.get<{ checkDueAt: number }>("/api/user/limits", { player: later });
  expect(limits.data.checkDueAt).toBe(NOW + 130 * MINUTE_MS);
});

test("de: of many bets sent together when the hour is over none is accepted", async () => {
  const player = await enrol(german);
  await play(player, 0, HOUR_MS);
  await at(german, HOUR_MS);
  const replies = await Promise.all(Array.from({ length: 20 }, () => bet(player)));
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([3034]));
});

test("the pause holds on every server of the house", async () => {
  const server: TestServer = await openTestServer(2);
  try {
    await server.base.db.query(sql.SET_PACE, [60, 5]);
    await setTestClock(server.base.db, NOW);
    const playerId = await server.player(100_00n);
    const periodNo = await server.period({ openAt: NOW - MINUTE_MS, closeAt: NOW + 3 * HOUR_MS });
    const send = (onOtherNode: boolean) =>
      server.call(ORDER, {
        playerId,
        params: { gameCode: "FFC" },
        body: slipOn(periodNo, "1.00"),
        onOtherNode,
      });
    accepted(await send(false));
    for (const minutes of [25, 50]) {
      await setTestClock(server.base.db, NOW + minutes * MINUTE_MS);
      accepted(await send(true));
    }
    await setTestClock(server.base.db, NOW + HOUR_MS);
    for (const onOtherNode of [true, false])
      expect(await send(onOtherNode)).toMatchObject({ code: "PAUSE_RUNNING" });
  } finally {
    await server.close();
  }
});

test("without a pause in the rules nobody's play is timed", async () => {
  const own = periodsOf(house);
  const player = await enrol(house);
  await at(house, 0);
  expect(await betOn(house, own, player)).toMatchObject({ code: 0 });
  await at(house, 2 * HOUR_MS);
  expect(await betOn(house, own, player)).toMatchObject({ code: 0 });
  const limits = await house.get("/api/user/limits", { player });
  expect(limits.data).toMatchObject({ checkDueAt: null, pauseUntil: null });
});
