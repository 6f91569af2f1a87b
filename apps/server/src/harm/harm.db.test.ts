import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pino } from "pino";
import { Registry } from "prom-client";
import { sql } from "../db/database.ts";
import { takeTimeOut } from "../protection/take-breaks.ts";
import { pastOfLevel, writePast, type PlayedPast } from "../testing/harmful-play.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { openHarm, THRESHOLDS, type Harm } from "./harm.ts";

const DAY = 86_400_000;
let now = Date.UTC(2026, 10, 24, 3);

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

async function goTo(at: number): Promise<void> {
  now = at;
  await setTestClock(played.base.db, now);
}
// Each test has its own days.
beforeEach(() => goTo(now + 60 * DAY));

function node(options: Partial<Parameters<typeof openHarm>[1]> = {}): Harm {
  return openHarm(
    { db: played.base.db, log: pino({ level: "silent" }), metrics: new Registry() },
    {
      settings: { thresholds: THRESHOLDS, weights: {}, deadlineHours: 72, scoreDays: 400 },
      houseTimeZone: "Asia/Ho_Chi_Minh",
      notify: () => undefined,
      ...options,
    },
  );
}

let count = 0;
async function playerWith(past: PlayedPast): Promise<TestPlayer> {
  count += 1;
  const player = await played.register(`marked_${count}`);
  await writePast(played.base, player.id, past);
  return player;
}

interface Care {
  readonly level: number;
  readonly offer: boolean;
  readonly reasons: readonly { readonly signal: string; readonly value: number }[];
}
/** Asked with a new session, as tests let months pass. */
async function careOf(player: TestPlayer): Promise<Care> {
  return (await played.get<Care>("/api/user/care", { player: await again(player) })).data;
}
async function again({ username, id }: TestPlayer): Promise<TestPlayer> {
  const login = { username, password: "a long enough one" };
  const { data } = await played.post<{ token: string }>("/api/user/login", login);
  return { id, username, token: data.token };
}
async function messagesOf(player: TestPlayer): Promise<number> {
  const { data } = await played.post<{ list: readonly { readonly title: string }[] }>(
    "/api/user/userMail",
    { type: "message" },
    { player: await again(player) },
  );
  return data.list.filter(({ title }) => title === "A word about your play").length;
}
const STATE = sql`SELECT score, level FROM harm_state WHERE player_id = $1`;
const CASES = sql`
  SELECT id, score, closed IS NULL AS open, staked_before, recharged_before, nights_before, recharged_after, nights_after
  FROM harm_case WHERE player_id = $1 ORDER BY id`;
const casesOf = (player: TestPlayer) =>
  played.base.db.query<Record<string, unknown> & { id: bigint }>(CASES, [player.id]);
/** A settled period of no game in particular, and a bet in it. $1 number, $2 and $3 when it opened and was settled. */
const BET_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round, state, numbers, turnover, paid, settled_at)
  SELECT 'K3', $1, t.open, t.open + interval '10 seconds', t.open + interval '1 minute' + random() * interval '1 second', 1,
         'settled', '{1,2,3}', 0, 0, to_timestamp($3::bigint / 1000.0)
  FROM (SELECT to_timestamp($2::bigint / 1000.0) AS open) AS t`;
const BET = sql`
  INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash, bet_count, bet_amount,
    total, odds_version, batch_id, blind)
  SELECT $1, dated_id(t.at, nextval('bet_order_number')), t.at, 'K3', $2, 'x', '[]', '', 1, $4, $4, 1, 1, ''
  FROM (SELECT to_timestamp($3::bigint / 1000.0) AS at) AS t RETURNING id`;
const BET_WIN = sql`
  INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
  VALUES ($1, $2, 'K3', $3, $4, 0, '[]', house_clock())`;
const OPERATOR = sql`SELECT id FROM operator ORDER BY id LIMIT 1`;

test("the night leads to a message, an offer of limits, and a case of the desk, by the thresholds", async () => {
  const [calm, told, offered, asked] = await Promise.all(
    ([0, 1, 2, 3] as const).map((level) => playerWith(pastOfLevel(level, now))),
  );
  if (calm === undefined || told === undefined || offered === undefined || asked === undefined)
    throw new Error("four");
  await node().run();
  expect(await careOf(calm)).toEqual({ level: 0, reasons: [], offer: false });
  expect(await careOf(told)).toMatchObject({ level: 1, offer: false });
  expect(await careOf(offered)).toMatchObject({ level: 2, offer: true });
  expect(await careOf(asked)).toMatchObject({ level: 3, offer: true });
  expect((await careOf(asked)).reasons).toContainEqual({ signal: "rechargeAfterLoss", value: 8 });
  const told4 = [calm, told, offered, asked].map(messagesOf);
  expect(await Promise.all(told4)).toEqual([0, 1, 1, 1]);
  expect([await casesOf(calm), await casesOf(told), await casesOf(offered)]).toEqual([[], [], []]);
  expect(await casesOf(asked)).toMatchObject([{ open: true, recharged_before: 400_00n, nights_before: 0 }]);
});

test("an answered offer is not shown again, and each step is taken once in two weeks", async () => {
  const begin = now;
  const player = await playerWith(pastOfLevel(2, begin));
  await node().run();
  await played.post("/api/user/careSeen", {}, { player: await again(player) });
  expect(await careOf(player)).toMatchObject({ level: 2, offer: false });
  for (let day = 1; day < 7; day += 1) {
    await goTo(begin + day * DAY);
    await node().run();
  }
  expect([await messagesOf(player), (await careOf(player)).offer]).toEqual([1, false]);
});

test("whoever goes on is told again after two weeks", async () => {
  const begin = now;
  const player = await playerWith(pastOfLevel(1, begin));
  const later = await playerWith(pastOfLevel(1, begin + 14 * DAY));
  await node().run();
  expect(await messagesOf(player)).toBe(1);
  await writePast(played.base, player.id, { recharges: pastOfLevel(1, begin + 14 * DAY).recharges ?? [] });
  await goTo(begin + 14 * DAY);
  await node().run();
  expect([await messagesOf(player), await messagesOf(later)]).toEqual([2, 1]);
});

test("a player on a break is left in peace", async () => {
  const player = await playerWith(pastOfLevel(3, now));
  await takeTimeOut(played.base.db, player.id, { days: 7 });
  await node().run();
  expect(await careOf(player)).toMatchObject({ level: 3, offer: false });
  expect([await messagesOf(player), await casesOf(player)]).toEqual([0, []]);
});

test("two servers and a crash in the night score each player once", async () => {
  const begin = now;
  const players = [];
  for (let index = 0; index < 5; index += 1) players.push(await playerWith(pastOfLevel(1, begin)));
  let batches = 0;
  const crashing = node({
    playersAtOnce: 2,
    fault: () => {
      batches += 1;
      if (batches === 2) throw new Error("killed");
    },
  });
  await expect(crashing.run()).rejects.toThrow("killed");
  await Promise.all([node({ playersAtOnce: 2 }).run(), node({ playersAtOnce: 2 }).run()]);
  await node({ playersAtOnce: 2 }).run();
  for (const player of players) expect(await messagesOf(player)).toBe(1);
  const scores = await played.base.db.query<{ scores: bigint }>(
    sql`SELECT count(*) AS scores FROM harm_score WHERE player_id = ANY ($1::bigint[])`,
    [players.map(({ id }) => id)],
  );
  expect(scores).toEqual([{ scores: 5n }]);
});

test("a recharge leads to a new score some seconds after it, without waiting for the night", async () => {
  const begin = now;
  const chases = (pastOfLevel(1, begin).recharges ?? []).slice(0, 7);
  const player = await playerWith({ recharges: chases });
  await node().run();
  expect(await played.base.db.query(STATE, [player.id])).toEqual([{ score: 28, level: 0 }]);
  await writePast(played.base, player.id, { raises: [now], recharges: [{ at: now + 1_000, amount: 10_00 }] });
  await goTo(begin + 2_000);
  await node().run();
  // The transaction of the recharge could still be running.
  expect(await careOf(player)).toMatchObject({ level: 0 });
  await goTo(begin + 5_000);
  await node().run();
  expect(await played.base.db.query(STATE, [player.id])).toEqual([{ score: 33, level: 1 }]);
  expect(await messagesOf(player)).toBe(1);
});

test("what was lost in the ten minutes before a recharge is worked out from the bets that were settled in them", async () => {
  const begin = now;
  const player = await playerWith({ slots: [{ at: begin - DAY, staked: 1_00 }] });
  const { owner } = played.base;
  await owner.query(sql`SELECT ensure_month_partitions('bet_order', house_clock(), 1)`);
  const bet = async (minutesBefore: number, stake: number, payout: number, settledBefore: number) => {
    const no = `harm${count}-${minutesBefore}-${settledBefore}`;
    const at = begin - minutesBefore * 60_000;
    await owner.query(BET_PERIOD, [no, at, begin - settledBefore * 60_000]);
    const [order] = await owner.query<{ id: bigint }>(BET, [player.id, no, at, stake]);
    if (payout > 0) await owner.query(BET_WIN, [player.id, order?.id, no, payout]);
  };
  await bet(15, 30_00, 0, 8);
  await bet(9, 20_00, 5_00, 7);
  // Settled longer ago, and not settled yet.
  await bet(40, 500_00, 0, 35);
  await bet(1, 700_00, 0, -3);
  await writePast(played.base, player.id, { recharges: [{ at: begin, amount: 50_00 }] });
  await goTo(begin + 10_000);
  await node().run();
  expect(
    await played.base.db.query(sql`SELECT lost FROM harm_recharge WHERE player_id = $1`, [player.id]),
  ).toEqual([{ lost: 45_00n }]);
});

test("a case that was closed with no action opens again when the score rises, else after two weeks", async () => {
  const begin = now;
  const player = await playerWith(pastOfLevel(3, begin));
  const harm = node();
  await harm.run();
  const [first] = await casesOf(player);
  const [operator] = await played.base.db.query<{ id: bigint }>(OPERATOR);
  if (first === undefined || operator === undefined) throw new Error("no case");
  const close = (id: bigint, outcome: "none" | "limit" | "timeOut") =>
    played.base.db.transaction((tx) =>
      harm.cases.close(tx, id, { outcome, reason: "spoke to the player", by: operator.id }),
    );
  expect(await close(first.id, "limit")).toBe("not-done");
  expect(await close(first.id, "timeOut")).toBe("not-done");
  expect(await close(first.id, "none")).toBe("done");
  expect(await close(first.id, "none")).toBe("closed");
  await goTo(begin + DAY);
  await harm.run();
  expect(await casesOf(player)).toMatchObject([{ open: false }]);
  // Two lines that ask for money: 20 points more.
  const line = (text: string) => async () =>
    played.post(
      "/api/service/write",
      { text },
      { player: await again(player), key: `line-of-money-${text.length}` },
    );
  expect((await line("Can you lend me 200?")()).code).toBe(0);
  await goTo(begin + DAY + 1_000);
  expect((await line("I have lost everything, please.")()).code).toBe(0);
  await goTo(begin + 2 * DAY);
  await harm.run();
  expect(await casesOf(player)).toMatchObject([{ open: false }, { open: true }]);
});

test("30 days after a case was closed it says whether play has changed", async () => {
  const begin = now;
  const player = await playerWith(pastOfLevel(3, begin));
  const harm = node();
  await harm.run();
  const [one] = await casesOf(player);
  const [operator] = await played.base.db.query<{ id: bigint }>(OPERATOR);
  if (one === undefined || operator === undefined) throw new Error("no case");
  await played.base.db.transaction((tx) =>
    harm.cases.close(tx, one.id, { outcome: "call", reason: "a long talk", by: operator.id }),
  );
  await writePast(played.base, player.id, { recharges: [{ at: begin + 3 * DAY, amount: 25_00 }] });
  await goTo(begin + 30 * DAY - 1_000);
  await harm.run();
  expect(await casesOf(player)).toMatchObject([{ recharged_after: null }]);
  await goTo(begin + 30 * DAY + 1_000);
  await harm.run();
  expect(await casesOf(player)).toMatchObject([
    { recharged_before: 400_00n, recharged_after: 25_00n, nights_after: 0 },
  ]);
});

test("markers are told to nobody but the player: neither the inviter nor another player reads them", async () => {
  const player = await playerWith(pastOfLevel(3, now));
  const other = await playerWith(pastOfLevel(0, now));
  await node().run();
  expect(await careOf(other)).toEqual({ level: 0, reasons: [], offer: false });
  expect(
    (await played.get(`/api/user/care?player=${player.id}`, { player: await again(other) })).code,
  ).not.toBe(0);
  expect((await played.get("/api/user/care")).code).not.toBe(0);
});

test("retention deletes scores past their days and keeps the rest", async () => {
  const begin = now;
  await playerWith(pastOfLevel(1, begin));
  const harm = node();
  await harm.run();
  await goTo(begin + 399 * DAY);
  const count = async () =>
    (await played.base.db.query<{ rows: bigint }>(sql`SELECT count(*) AS rows FROM harm_score`))[0]?.rows;
  const before = await count();
  await harm.retention(played.base.db);
  expect(await count()).toBeLessThanOrEqual(before ?? 0n);
  await goTo(begin + 401 * DAY);
  await harm.retention(played.base.db);
  expect(await count()).toBe(0n);
});
