import { MONTHS_FOR_GOOD } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { bindAccount, type Periods, periodsOf, recharge, withdrawal } from "../testing/withdrawals.ts";
import { RULE_PACKS } from "./packs/packs.ts";
import { breaksOf } from "./play-state.ts";
import { askToReturn, exclude, takeTimeOut } from "./take-breaks.ts";

/** Time-outs and self-exclusions, over HTTP and on the clock. */

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 24, 9);

let played: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  played = await openPlayedServer({ TURNOVER_PERCENT: "0" });
  periods = periodsOf(played);
});
afterAll(() => played.close());
beforeEach(() => setTestClock(played.base.db, null));

let registered = 0;
async function enrol(amount = "1000.00"): Promise<TestPlayer> {
  registered += 1;
  const player = await played.register(`breaks_${registered}`);
  await recharge(played, player, amount);
  return player;
}

const BETS = sql`SELECT count(*)::int AS bets, coalesce(epoch_ms(max(accepted_at)), 0) AS last FROM bet_order WHERE player_id = $1`;
const SINCE = sql`SELECT epoch_ms(max(since)) AS since FROM play_break WHERE player_id = $1`;

const slip = (prizeNo: string): object => ({
  prize_no: prizeNo,
  bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }],
});
const bet = (player: TestPlayer, prizeNo: string) =>
  played.post("/api/lottery/order/K3", slip(prizeNo), { player });

test("a self-exclusion on one device: nothing is accepted after its reply, on any other", async () => {
  const player = await enrol();
  const prizeNo = await periods.open();
  const otherDevice = await played.listen(player);
  // One device bets in a loop, another has an open slip, a third excludes.
  let isOver = false;
  let after = 0;
  const loops = [1, 2, 3].map(async () => {
    const codes: number[] = [];
    let begunAfter = false;
    do {
      begunAfter = isOver;
      const { code } = await bet(player, prizeNo);
      codes.push(code);
      if (begunAfter && code === 0) after += 1;
    } while (!begunAfter);
    return codes;
  });
  while ((await betsOf(player)).bets < 20) await new Promise((resolve) => setImmediate(resolve));
  const reply = await played.post<{ excludedUntil: number }>(
    "/api/user/selfExclude",
    { months: 6 },
    { player },
  );
  expect(reply.code).toBe(0);
  const { bets } = await betsOf(player);
  isOver = true;
  const codes = (await Promise.all(loops)).flat();
  expect(new Set(codes)).toEqual(new Set([0, 3014]));
  expect(after).toBe(0);
  // By the rows: what was accepted was accepted before the exclusion began.
  const rows = await betsOf(player);
  expect(rows.bets).toBe(bets);
  const [row] = await played.base.db.query<{ since: bigint }>(SINCE, [player.id]);
  expect(Number(rows.last)).toBeLessThanOrEqual(Number(row?.since));
  expect(await otherDevice.next("limits")).toEqual({ until: Date.UTC(9999, 11, 31, 23, 59, 59) });
  otherDevice.stop();
  expect(await bet(player, prizeNo)).toMatchObject({ code: 3014, msg: "You are taking a break from play" });
  expect(
    await played.post(
      "/api/user/makeOrder",
      { type: "recharge", amount: "50.00", channel_id: "demo" },
      { player },
    ),
  ).toMatchObject({ code: 3014 });
});

async function betsOf(player: TestPlayer): Promise<{ bets: number; last: bigint }> {
  const [row] = await played.base.db.query<{ bets: number; last: bigint }>(BETS, [player.id]);
  if (row === undefined) throw new Error("no answer");
  return row;
}

test("a withdrawal works during a time-out and an exclusion", async () => {
  const player = await enrol("500.00");
  const address = await bindAccount(played, player);
  expect((await played.post("/api/user/timeOut", { days: 7 }, { player })).code).toBe(0);
  const one = await played.post("/api/user/makeOrder", withdrawal(address, "100.00"), { player });
  expect(one).toMatchObject({ code: 0, data: { status: "pendingReview" } });
  expect((await played.post("/api/user/selfExclude", { months: 12 }, { player })).code).toBe(0);
  await played.post("/api/user/logout", {}, { player });
  const login = { username: player.username, password: "a long enough one" };
  const again = await played.post<{ token: string }>("/api/user/login", login);
  expect(again.code).toBe(0);
  const back = { ...player, token: again.data.token };
  expect((await played.get("/api/user/getWithDrawAddrList", { player: back })).code).toBe(0);
});

test("a time-out of a day needs nothing but its call", async () => {
  const player = await enrol();
  const prizeNo = await periods.open();
  const reply = await played.post<{ timeOutUntil: number }>("/api/user/timeOut", { days: 1 }, { player });
  expect(Math.abs(reply.data.timeOutUntil - Date.now() - DAY_MS)).toBeLessThan(60_000);
  expect((await bet(player, prizeNo)).code).toBe(3014);
});

test("a time-out lasts as chosen, at most six weeks, and is never shortened", async () => {
  const { id } = await enrol();
  const { db } = played.base;
  await setTestClock(db, NOW);
  const until = async (): Promise<number | null> => (await breaksOf(db, id)).timeOutUntil;
  for (const wrong of [NOW, NOW - 1, NOW + 42 * DAY_MS + 1])
    expect(await takeTimeOut(db, id, { until: wrong })).toBe(false);
  expect(await until()).toBeNull();
  expect(await takeTimeOut(db, id, { until: NOW + 10 * DAY_MS })).toBe(true);
  expect(await takeTimeOut(db, id, { days: 1 })).toBe(true);
  expect(await until()).toBe(NOW + 10 * DAY_MS);
  expect(await takeTimeOut(db, id, { days: 42 })).toBe(true);
  expect(await until()).toBe(NOW + 42 * DAY_MS);
  await setTestClock(db, NOW + 42 * DAY_MS);
  expect(await until()).toBeNull();
  const prizeNo = await periods.open();
  expect((await periods.bet(prizeNo, id, 100n)).outcome).toBe("accepted");
});

test.each(["default", "uk"] as const)(
  "%s: after its end an exclusion holds until the player asks, and a day longer",
  async (name) => {
    const { id } = await enrol();
    const { db } = played.base;
    await setTestClock(db, NOW);
    expect(await exclude(db, RULE_PACKS[name], id, 6)).toBe(true);
    const end = Date.UTC(2027, 4, 24, 9);
    expect(await breaksOf(db, id)).toMatchObject({ excludedUntil: end, mayReturn: false });
    expect(await askToReturn(db, id)).toBe(false);
    // A longer one can follow, a shorter one changes nothing.
    await setTestClock(db, end - 1);
    expect(await askToReturn(db, id)).toBe(false);
    await setTestClock(db, end);
    expect(await breaksOf(db, id)).toMatchObject({ excludedUntil: null, mayReturn: true });
    expect((await breaksOf(db, id)).blockedUntil).not.toBeNull();
    expect(await askToReturn(db, id)).toBe(true);
    expect(await breaksOf(db, id)).toMatchObject({ blockedUntil: end + DAY_MS, mayReturn: false });
    expect(await askToReturn(db, id)).toBe(false);
    await setTestClock(db, end + DAY_MS);
    expect(await breaksOf(db, id)).toMatchObject({ blockedUntil: null, excludedUntil: null });
  },
);

test("an exclusion outlasts a time-out, and a time-out an exclusion that ends before it", async () => {
  const { id } = await enrol();
  const { db } = played.base;
  await setTestClock(db, NOW);
  await exclude(db, RULE_PACKS.se, id, 3);
  const end = Date.UTC(2027, 1, 24, 9);
  await setTestClock(db, end);
  await takeTimeOut(db, id, { days: 30 });
  expect(await askToReturn(db, id)).toBe(true);
  expect((await breaksOf(db, id)).blockedUntil).toBe(end + 30 * DAY_MS);
});

test("uk: no exclusion is shorter than six months", async () => {
  const { id } = await enrol();
  expect(await exclude(played.base.db, RULE_PACKS.uk, id, 3)).toBe(false);
  expect(RULE_PACKS.uk.exclusionMonths.every((months) => months >= 6)).toBe(true);
});

test("se: an exclusion lasts at least three months, or for good", async () => {
  const { id } = await enrol();
  const { db } = played.base;
  expect(Math.min(...RULE_PACKS.se.exclusionMonths)).toBe(3);
  expect(await exclude(db, RULE_PACKS.se, id, MONTHS_FOR_GOOD)).toBe(true);
  await setTestClock(db, Date.UTC(2300, 0, 1));
  expect(await breaksOf(db, id)).toMatchObject({
    excludedUntil: Date.UTC(9999, 11, 31, 23, 59, 59),
    mayReturn: false,
  });
  expect(await askToReturn(db, id)).toBe(false);
});

test("the calls refuse what the rules do not offer, and bad input changes nothing", async () => {
  const player = await enrol();
  for (const [path, body, code] of [
    ["/api/user/selfExclude", { months: 3 }, 3028],
    ["/api/user/selfExclude", { months: 7 }, 9400],
    ["/api/user/timeOut", { days: 43 }, 9400],
    ["/api/user/timeOut", { days: 0 }, 9400],
    ["/api/user/timeOut", { until: Date.now() - 1 }, 3027],
    ["/api/user/returnToPlay", {}, 3028],
    ["/api/user/limits", { kind: "deposit", window: "day", amount: "-1.00" }, 9400],
    ["/api/user/limits", { kind: "deposit", window: "year", amount: "1.00" }, 9400],
    ["/api/user/confirmLimit", { kind: "deposit", window: "day" }, 3025],
    ["/api/user/realityCheck", { minutes: 9 }, 9400],
  ] as const) {
    expect((await played.post(path, body, { player })).code, path).toBe(code);
  }
  const shown = await played.get("/api/user/limits", { player });
  expect(shown.data).toMatchObject({ timeOutUntil: null, excludedUntil: null, realityCheckMinutes: 30 });
});

test("what was played since an instant: the figures of a reality check", async () => {
  const player = await enrol();
  const since = Date.now();
  await periods.lose(player.id, 25_00n);
  const { data } = await played.get(`/api/user/playSince?since=${since}`, {
    player,
  });
  expect(data).toMatchObject({ staked: "25.00", won: "0.00", net: "-25.00" });
  expect(Number(data["since"])).toBeLessThanOrEqual(since);
});
