import type { CallData, CALLS } from "@lotus/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { balanceOf, booksAreRight, checkBooks, moneyOfPlayers, turnoverOf } from "../ledger/ledger.ts";
import { takeTimeOut } from "../protection/take-breaks.ts";
import { CHASED, type ChaseServer, MINUTE_MS, openChaseServer } from "../testing/chase-server.ts";
import { accepted, ORDER, slipOn } from "../testing/betting-server.ts";

let server: ChaseServer;
const NOON = Date.UTC(2026, 10, 21, 5, 0, 1);
let hour = 0;
beforeAll(async () => {
  server = await openChaseServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  hour += 3;
  await server.setTime(NOON + hour * 3_600_000);
});
afterEach(async () => {
  await server.betting.receipts.settled();
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
  expect(booksAreRight(results)).toBe(true);
});

const advance = (): Promise<void> => server.chases.advance(CHASED);
const LOSES = [0, 0, 0, 0, 0];
const WINS = [0, 0, 0, 0, 7];

async function money(playerId: bigint): Promise<{ cash: bigint; chases: bigint }> {
  const { cash = 0n, chases = 0n } = (await moneyOfPlayers(server.base.db, [playerId])).get(playerId) ?? {};
  return { cash, chases };
}

async function states(playerId: bigint, chaseNo: string): Promise<string[]> {
  const { steps } = await server.detail(playerId, chaseNo);
  return steps.map(({ state, why }) => (why === undefined ? state : `${state}: ${why}`));
}

describe("a chase", () => {
  test("sets all its stakes aside at once, and places the first bet at once", async () => {
    const playerId = await server.player(100_00n);
    const chaseNo = await server.begun(playerId, { periods: 3, multiples: [1, 2, 3] });
    expect(await money(playerId)).toEqual({ cash: 94_00n, chases: 5_00n });
    const { chase, steps } = await server.detail(playerId, chaseNo);
    expect(chase).toMatchObject({
      state: "running",
      placed: 1,
      periods: 3,
      total: "6.00",
      staked: "1.00",
      held: "5.00",
    });
    // Picks are named as in the records of bets.
    expect(chase.lines.map(({ betNumbers }) => betNumbers)).toEqual(["Units: 7"]);
    expect(steps.map(({ stake, state }) => [stake, state])).toEqual([
      ["1.00", "placed"],
      ["2.00", "planned"],
      ["3.00", "planned"],
    ]);
  });

  test("is named by the bets that it placed in the list of bets, and by no other", async () => {
    const playerId = await server.player(100_00n);
    const chaseNo = await server.begun(playerId, { periods: 3 });
    await server.nextPeriod(LOSES);
    await advance();
    const byHand = { playerId, params: { gameCode: CHASED }, body: slipOn(server.periodNo(), "1.00") };
    expect(await server.call(ORDER, byHand)).toMatchObject({ ok: true });
    const list = async (query: object) => {
      const request = { playerId, params: { gameCode: "ALL" }, query: { tz_offset: 420, ...query } };
      return accepted<CallData<typeof CALLS.betList>>(
        await server.call("/api/lottery/orderList/:gameCode", request),
      ).list;
    };
    const orders = await list({ range: "today" });
    expect(orders.map((order) => order.chaseNo)).toEqual([undefined, chaseNo, chaseNo]);
    const { steps } = await server.detail(playerId, chaseNo);
    const numbers = steps.flatMap(({ orderNos = [] }) => orderNos);
    expect(orders.slice(1).map(({ orderNo }) => orderNo)).toEqual(numbers.toReversed());
    expect(await list({ order_no: numbers[0] })).toMatchObject([{ chaseNo }]);
  });

  test("places one bet a period, at its opening, until its plan is over", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 3 });
    for (let round = 0; round < 3; round += 1) {
      await advance();
      await advance();
      await server.nextPeriod(LOSES);
    }
    await advance();
    expect(await states(playerId, chaseNo)).toEqual(["placed", "placed", "placed"]);
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({
      state: "ended",
      why: "done",
      held: "0.00",
    });
    expect(await money(playerId)).toEqual({ cash: 7_00n, chases: 0n });
  });

  test("stops on a win, and what is not placed comes back", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 5, stop_on_win: true });
    await server.nextPeriod(LOSES);
    await advance();
    await server.nextPeriod(WINS);
    await advance();
    expect(await states(playerId, chaseNo)).toEqual(["placed", "placed", "returned", "returned", "returned"]);
    const { chase } = await server.detail(playerId, chaseNo);
    expect(chase).toMatchObject({ state: "ended", why: "won", staked: "2.00", held: "0.00" });
    expect(await money(playerId)).toEqual({
      cash: 8_00n + BigInt(Math.round(Number(chase.payout) * 100)),
      chases: 0n,
    });
    const [mail] = await server.base.owner.query<{ template: string }>(
      sql`SELECT template FROM message WHERE player_id = $1`,
      [playerId],
    );
    expect(mail?.template).toBe("chaseEnded");
  });

  test("waits for the result that decides whether it goes on, and misses the period if it comes too late", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 4, stop_on_win: true });
    const first = server.periodNo();
    await server.skipDraw();
    await advance();
    expect(await states(playerId, chaseNo)).toEqual(["placed", "planned", "planned", "planned"]);
    await server.skipDraw();
    await advance();
    expect((await states(playerId, chaseNo))[1]).toBe("missed: result-late");
    await server.settle(first, LOSES);
    await advance();
    expect(await states(playerId, chaseNo)).toEqual(["placed", "missed: result-late", "placed", "planned"]);
  });

  test("that waited too long still ends with the win that it waited for", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 4, stop_on_win: true });
    const first = server.periodNo();
    await server.skipDraw();
    await server.skipDraw();
    await advance();
    await server.settle(first, WINS);
    await advance();
    expect(await states(playerId, chaseNo)).toEqual([
      "placed",
      "missed: result-late",
      "returned",
      "returned",
    ]);
  });

  test.each([
    ["a loss", { stop_loss: "2.00" }, LOSES, "loss", 2],
    ["a profit", { stop_profit: "8.00" }, WINS, "profit", 1],
  ])("stops at %s that its player chose", async (_what, stop, numbers, why, placed) => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 5, ...stop });
    for (let round = 0; round < 3; round += 1) {
      await server.nextPeriod(numbers);
      await advance();
    }
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "ended", why, placed });
  });

  test("passes over the periods in which no server was there, and names them", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 6 });
    await server.setTime(server.now() + 3 * MINUTE_MS);
    await advance();
    expect(await states(playerId, chaseNo)).toEqual([
      "placed",
      "missed: missed",
      "missed: missed",
      "placed",
      "planned",
      "planned",
    ]);
    expect(await money(playerId)).toEqual({ cash: 6_00n, chases: 2_00n });
  });

  test("passes over a voided period, and goes on after a refunded one", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 4, stop_on_win: true });
    await server.void(server.periodNo());
    await server.void(server.periodNo(1));
    await server.skipDraw();
    await advance();
    await server.skipDraw();
    await advance();
    expect(await states(playerId, chaseNo)).toEqual(["placed", "missed: no-sale", "placed", "planned"]);
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ refund: "1.00" });
  });

  test("is ended by its player once, and gives everything back that is not placed", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 6 });
    const cancel = (key: string) =>
      server.ask(server.chases.calls.cancelChase, playerId, { params: { chaseNo }, key });
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel("key-of-a-tap")));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await money(playerId)).toEqual({ cash: 9_00n, chases: 0n });
    expect(await cancel("another-key")).toMatchObject({ ok: false, code: "CHASE_ENDED" });
    const other = await server.player(0n);
    expect(await server.ask(server.chases.calls.cancelChase, other, { params: { chaseNo } })).toMatchObject({
      ok: false,
      code: "CHASE_UNKNOWN",
    });
  });

  test("ends with a break from play, in the same transaction", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 6 });
    expect(await takeTimeOut(server.base.db, playerId, { days: 1 })).toBe(true);
    expect(await money(playerId)).toEqual({ cash: 9_00n, chases: 0n });
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "ended", why: "break" });
    expect(await server.begin(playerId)).toMatchObject({ ok: false, code: "PLAYER_EXCLUDED" });
  });

  test("ends at a limit of its player", async () => {
    const playerId = await server.player(10_00n);
    await server.base.db.query(sql`INSERT INTO play_guard (player_id, stake_ceiling) VALUES ($1, 250)`, [
      playerId,
    ]);
    const chaseNo = await server.begun(playerId, { periods: 6 });
    for (let round = 0; round < 3; round += 1) {
      await server.nextPeriod();
      await advance();
    }
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({
      why: "limit",
      placed: 2,
      missed: 1,
    });
    expect(await money(playerId)).toEqual({ cash: 8_00n, chases: 0n });
  });

  test("ends for a player whose account is locked", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 6 });
    await server.base.owner.query(sql`UPDATE player SET status = 'locked' WHERE id = $1`, [playerId]);
    await server.nextPeriod();
    await advance();
    expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ why: "account", placed: 1 });
    expect(await money(playerId)).toEqual({ cash: 9_00n, chases: 0n });
  });
});

describe("what is set aside", () => {
  test("cannot be bet, and does not make the balance begin anew for withdrawals", async () => {
    const playerId = await server.player(10_00n);
    const before = await turnoverOf(server.base.db, playerId);
    expect(before.received).toBe(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 10 });
    expect(await balanceOf(server.base.db, playerId)).toBe(0n);
    const bet = await server.call(ORDER, {
      playerId,
      params: { gameCode: CHASED },
      body: slipOn(server.periodNo(), "1.00"),
    });
    expect(bet).toMatchObject({ ok: false, code: "NOT_ENOUGH_BALANCE" });
    await server.ask(server.chases.calls.cancelChase, playerId, { params: { chaseNo } });
    await server.nextPeriod();
    expect(await turnoverOf(server.base.db, playerId)).toMatchObject({ received: 10_00n });
  });

  test("is begun once for each key, however often it is sent at once", async () => {
    const playerId = await server.player(35_00n);
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => server.begin(playerId, { periods: 10 }, "key-of-one-tap")),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await money(playerId)).toEqual({ cash: 25_00n, chases: 9_00n });
  });

  test("is refused beyond the balance, after the close, and for a plan that is none", async () => {
    const playerId = await server.player(5_00n);
    const refusals = await Promise.all([
      server.begin(playerId, { periods: 6 }),
      server.begin(playerId, { prize_no: server.periodNo(2), periods: 2 }),
      server.begin(playerId, { prize_no: "202611210000", periods: 2 }),
      server.begin(playerId, { periods: 2, multiples: [1, 1000], bets: betsOf("100.00") }),
    ]);
    expect(refusals.map((reply) => (reply.ok ? "ok" : reply.code))).toEqual([
      "NOT_ENOUGH_BALANCE",
      "PERIOD_NOT_OPEN",
      "PERIOD_UNKNOWN",
      "STAKE_ABOVE_MAX",
    ]);
    const closed = server.periodNo();
    await server.setTime(server.now() + 56_000);
    expect(await server.begin(playerId, { prize_no: closed, periods: 2 })).toMatchObject({
      code: "PERIOD_CLOSED",
    });
    expect(await server.begin(playerId, { prize_no: server.periodNo(1), periods: 2 })).toMatchObject({
      ok: true,
    });
    expect(await money(playerId)).toEqual({ cash: 3_00n, chases: 2_00n });
  });
});

describe("odds that change", () => {
  test("make a chase ask; without an answer nothing is placed, with one it goes on", async () => {
    const playerId = await server.player(10_00n);
    const chaseNo = await server.begun(playerId, { periods: 5 });
    const { odds } = server.betting.odds.current();
    const tables = odds[CHASED] ?? {};
    const lower = Object.fromEntries(
      Object.entries(tables["YX.DWD"] ?? {}).map(([key, figure]) => [key, figure - 100n]),
    );
    const published = await server.betting.odds.publish(
      { ...odds, [CHASED]: { ...tables, "YX.DWD": lower } },
      "test",
    );
    await server.nextPeriod();
    await advance();
    await advance();
    const asking = await server.detail(playerId, chaseNo);
    expect(asking.chase).toMatchObject({ state: "asking", asksVersion: published.version, placed: 1 });
    expect(asking.odds[0]?.now).not.toEqual(asking.odds[0]?.agreed);
    expect(asking.version).toBe(published.version);
    await server.nextPeriod();
    await advance();
    const agree = (version: number) =>
      server.ask(server.chases.calls.chaseOdds, playerId, { params: { chaseNo }, body: { version } });
    expect(await agree(published.version - 1)).toMatchObject({ ok: false, code: "ODDS_CHANGED" });
    expect(await agree(published.version)).toMatchObject({ ok: true });
    await server.chases.stop();
    expect(await states(playerId, chaseNo)).toEqual([
      "placed",
      "missed: odds-changed",
      "placed",
      "planned",
      "planned",
    ]);
    const mails = await server.base.owner.query(sql`SELECT template FROM message WHERE player_id = $1`, [
      playerId,
    ]);
    expect(mails).toEqual([{ template: "chaseAsks" }]);
  });
});

test("ten thousand chases due in one period are placed before its first ten seconds are over", async () => {
  const players = 2_000;
  const ids = await Promise.all(Array.from({ length: players }, () => server.player(100_00n)));
  const version = server.betting.odds.current().version;
  const plan = { periods: [server.periodNo(1), server.periodNo(2)], multiples: [1, 1] };
  await server.base.owner.query(sql`SELECT ledger_open_chase_account(p) FROM unnest($1::bigint[]) AS p`, [
    ids,
  ]);
  await server.base.owner.query(BEGIN_MANY, [
    ids,
    JSON.stringify(betsOf("1.00")),
    plan.periods,
    plan.multiples,
    version,
    5,
  ]);
  await server.nextPeriod();
  const began = performance.now();
  await advance();
  const took = performance.now() - began;
  const [row] = await server.base.owner.query<{ placed: bigint; transactions: bigint }>(
    sql`
      SELECT count(*) AS placed, count(DISTINCT xmin::text) AS transactions
      FROM chase_step WHERE period_no = $1 AND why IS NULL`,
    [server.periodNo()],
  );
  expect(row?.placed).toBe(10_000n);
  // Seconds of a machine that does something else as well show nothing. So many transactions take a second on two cores.
  expect(row?.transactions).toBeLessThan(50n);
  console.log(`10,000 chases placed in ${Math.round(took)} ms and ${row?.transactions} transactions`);
});

/** Begins $6 chases each, as the call does, in one statement. */
const BEGIN_MANY = sql`
  WITH one AS (
    SELECT p AS player, n, dated_id(house_clock(), nextval('chase_number')) AS id
    FROM unnest($1::bigint[]) AS p, generate_series(1, $6::int) AS n
  ), added AS (
    INSERT INTO chase (id, player_id, created, game, lines, periods, multiples, stake, held, stop_on_win)
    SELECT id, player, house_clock(), 'FFC', $2, $3, $4, 100, 200, true FROM one RETURNING id, player_id, periods
  ), progress AS (
    INSERT INTO chase_progress (chase_id, player_id, game, next_period, odds_version)
    SELECT id, player_id, 'FFC', periods[1], $5::int FROM added
  )
  SELECT ledger_post(house_clock(), array_agg('chase-hold'::text), array_agg(cash_account(player)),
                     array_agg(chase_account(player)), array_agg(200::bigint), array_agg(id::text), array_agg(player)) FROM one`;

function betsOf(amount: string) {
  return [{ option_id: "YX.DWD", amount, groups: [{ code: "place5", items: ["7"] }] }];
}
