import type { CALLS, CallData } from "@lotus/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sql, sql } from "../db/database.ts";
import { type ExplainedRow, rowsRead, rowsReadBy } from "../testing/rows-read.ts";
import { setTestClock } from "../testing/test-database.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { RECENT_SLIPS, SLIP_OF_ORDER } from "./recent-slips.sql.ts";
import { ONE, PAGE, SUMS, SUMS_OF_STATES, SUMS_OF_WON } from "./bet-list.sql.ts";

/** A month's end, seen from Hanoi: 17:00 UTC is midnight. */
const MIDNIGHT = Date.UTC(2026, 8, 30, 17);
const NOW = Date.UTC(2026, 10, 21, 12);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  for (const table of ["transfer", "bet_order"])
    await server.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 2)`, [
      table,
      new Date(MIDNIGHT),
    ]);
});
afterAll(() => server.close());

type List = CallData<typeof CALLS.betList>;

async function list(playerId: bigint, query: object, gameCode = "ALL"): Promise<List> {
  const answer = await server.call("/api/lottery/orderList/:gameCode", {
    playerId,
    params: { gameCode },
    query: { tz_offset: 420, ...query },
  });
  return accepted<List>(answer);
}

/** Places a bet at an instant, in a period that is open then. */
async function placeAt(playerId: bigint, at: number, amount: string): Promise<string> {
  await setTestClock(server.base.db, at);
  const prizeNo = await server.period({ openAt: at - 1_000, closeAt: at + 1_000 });
  const body = slipOn(prizeNo, amount);
  const placed = accepted(await server.call(ORDER, { playerId, params: { gameCode: "FFC" }, body }));
  return placed.orders[0]?.orderNo ?? "";
}

describe("bets of any days", () => {
  test("are listed by the player's own midnight, with the sums of these days alone", async () => {
    const id = await server.player(1_000_00n);
    const before = await placeAt(id, MIDNIGHT - 1_000, "1.00");
    const first = await placeAt(id, MIDNIGHT, "2.00");
    const back = await placeAt(id, MIDNIGHT + 3_600_000, "4.00");
    await server.call(CANCEL, { playerId: id, params: { orderNo: back } });
    const last = await placeAt(id, MIDNIGHT + 86_399_000, "8.00");
    const after = await placeAt(id, MIDNIGHT + 86_400_000, "16.00");
    for (const [orderNo, payout] of [
      [before, 9_75],
      [first, 19_50],
      [after, 156_00],
    ] as const) {
      await server.base.owner.query(
        sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
            SELECT $1, $2, game, period_no, $3, 0, '[]', house_clock() FROM bet_order WHERE player_id = $1 AND id = $2`,
        [id, BigInt(orderNo.slice(1)), payout],
      );
    }
    await setTestClock(server.base.db, NOW);
    const numbers = (found: List) => found.list.map(({ orderNo }) => orderNo);
    const day = { from: "2026-10-01", to: "2026-10-01" };
    const found = await list(id, day);
    expect(numbers(found)).toEqual([last, back, first]);
    expect(found.sum).toEqual({ bet: "10.00", payout: "19.50", pending: "8.00" });
    expect((await list(id, { ...day, status: "won" })).sum).toEqual({
      bet: "2.00",
      payout: "19.50",
      pending: "0.00",
    });
    const wide = { from: "2026-09-30", to: "2026-10-02" };
    expect(numbers(await list(id, wide))).toEqual([after, last, back, first, before]);
    expect((await list(id, wide)).sum).toEqual({ bet: "27.00", payout: "185.25", pending: "8.00" });
    const page = await list(id, { ...wide, page_size: 3 });
    expect(numbers(await list(id, { ...wide, page_size: 3, cursor: page.nextCursor }))).toEqual([
      first,
      before,
    ]);
    // An hour further east the day begins and ends an hour earlier.
    expect(numbers(await list(id, { ...day, tz_offset: 480 }))).toEqual([back, first, before]);
    expect(numbers(await list(id, day, "K3"))).toEqual([]);
    // The days by their names are those of today.
    expect(numbers(await list(id, { range: "7d" }))).toEqual([]);
  });

  test("that won have the sums of their list, in any game, over any time and whatever was refunded", async () => {
    const id = await server.player(1_000_00n);
    for (const [hours, payout, refund, isCancelled] of [
      [-1, 5_00, 0, false],
      [0, 7_00, 0, false],
      [1, 11_00, 2_00, false],
      [2, 0, 4_00, false],
      [3, 13_00, 0, true],
      [23, 17_00, 1_00, false],
      [24, 19_00, 0, false],
    ] as const) {
      const orderNo = await placeAt(id, MIDNIGHT + hours * 3_600_000, "8.00");
      await server.base.owner.query(
        sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
            SELECT $1, $2, game, period_no, $3, $4, '[]', house_clock() FROM bet_order WHERE player_id = $1 AND id = $2`,
        [id, BigInt(orderNo.slice(1)), payout, refund],
      );
      if (isCancelled)
        await server.base.owner.query(
          sql`INSERT INTO bet_cancellation (player_id, order_id, game, period_no, why, refund, created)
              SELECT $1, $2, game, period_no, 'void', total, house_clock() FROM bet_order WHERE player_id = $1 AND id = $2`,
          [id, BigInt(orderNo.slice(1))],
        );
    }
    await placeAt(id, MIDNIGHT + 5 * 3_600_000, "8.00");
    await setTestClock(server.base.db, MIDNIGHT + 2 * 86_400_000);
    const dates = [id, MIDNIGHT, MIDNIGHT + 86_400_000];
    const sumsBy = async (values: readonly unknown[]) => {
      const [won] = await server.base.db.query(SUMS_OF_WON, values);
      expect([won]).toEqual(await server.base.db.query(SUMS_OF_STATES, [...values, ["won"]]));
      return won;
    };
    expect(await sumsBy([...dates, null])).toEqual({ bet: 21_00n, payout: 35_00n, pending: 0n });
    expect(await sumsBy([...dates, "K3"])).toEqual({ bet: 0n, payout: 0n, pending: 0n });
    expect(await sumsBy([id, MIDNIGHT - 86_400_000, MIDNIGHT, "FFC"])).toMatchObject({
      payout: 5_00n,
    });
    const today = { range: "today", status: "won" };
    expect((await list(id, today)).sum).toMatchObject({ payout: "0.00" });
    expect((await list(id, { ...today, range: "3d" })).sum).toMatchObject({ bet: "29.00", payout: "54.00" });
  });

  test("and one of any day is found by its number, by its player alone", async () => {
    const [id, other] = [await server.player(100_00n), await server.player(100_00n)];
    const orderNo = await placeAt(id, MIDNIGHT, "2.00");
    await setTestClock(server.base.db, NOW);
    const found = await list(id, { order_no: orderNo });
    expect(found.list.map((each) => [each.orderNo, each.total])).toEqual([[orderNo, "2.00"]]);
    expect([found.nextCursor, found.sum]).toEqual([null, undefined]);
    expect((await list(id, { order_no: orderNo }, "FFC")).list).toHaveLength(1);
    const nothing = { list: [], nextCursor: null };
    expect(await list(id, { order_no: orderNo }, "K3")).toEqual(nothing);
    expect(await list(other, { order_no: orderNo })).toEqual(nothing);
    const digits = orderNo.slice(1);
    for (const number of [`R${digits}`, "B2026139900000000001", `B${"9".repeat(30)}`, "B123456789"])
      expect(await list(id, { order_no: number })).toEqual(nothing);
  });
});

test("an open bet says at which odds it was placed and what it is paid if it wins, though the odds have changed", async () => {
  const id = await server.player(100_00n);
  const orderNo = await placeAt(id, MIDNIGHT, "2.00");
  const { odds } = server.betting;
  const now = odds.current();
  await odds.publish({ ...now.odds, FFC: { ...now.odds["FFC"], "YX.DWD": { hit: 96_000n } } }, "a test");
  const [open] = (await list(id, { order_no: orderNo })).list;
  // One of five places: its name belongs to the pick.
  expect(open?.picks).toBe("Units: 7");
  expect(open?.ifWon).toEqual({
    odds: { least: "9.75", most: "9.75" },
    pays: { least: "19.50", most: "19.50" },
  });
  await server.call(CANCEL, { playerId: id, params: { orderNo } });
  expect((await list(id, { order_no: orderNo })).list[0]?.ifWon).toBeUndefined();
});

describe("however much a player has bet", () => {
  const ROWS = 60_000;
  let id: bigint;
  beforeAll(async () => {
    id = await server.player(0n);
    // Five months, 400 bets a day, beside as many of other players.
    await server.base.owner.query(sql`SELECT ensure_month_partitions('bet_order', $1, 6)`, [
      new Date(Date.UTC(2026, 4, 15)),
    ]);
    await server.base.owner.query(
      sql`INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash, bet_count,
            bet_amount, total, odds_version, batch_id, blind)
          SELECT $1::bigint + n % 2, dated_id(at, 10000000 + n), at, 'FFC', '20260601' || lpad((n % 9999)::text, 4, '0'), 'YX.DWD',
            '[]', decode('00', 'hex'), 1, 100, 100, 1, 1, decode('00', 'hex')
          FROM (SELECT n, timestamptz '2026-06-01T00:00:00Z' + n * interval '108 seconds' AS at
                FROM generate_series(0, $2::int * 2) AS n) AS made`,
      [id, ROWS],
    );
    await server.base.owner.query(sql`ANALYZE bet_order`);
  });

  /** The partitions that a statement reads, with the rows read of each. */
  const readBy = (statement: Sql, values: readonly unknown[]) =>
    rowsReadBy(server.base.db, "bet_order", statement, values);

  /** The same by the plan for any values, which a connection makes once it knows a statement; arguments in SQL. */
  async function readByAnyPlan(statement: { readonly text: string }, values: string) {
    const run = (text: string) => ({ name: `any-${text.length}`, text });
    return server.base.db.transaction(async (tx) => {
      await tx.query(run("SET LOCAL plan_cache_mode = force_generic_plan"));
      await tx.query(run(`PREPARE any_plan AS ${statement.text}`));
      const explain = run(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE any_plan (${values})`);
      const [row] = await tx.query<ExplainedRow>(explain);
      await tx.query(run("DEALLOCATE any_plan"));
      return rowsRead(row, "bet_order");
    });
  }

  const day = (date: number) => Date.UTC(2026, 6, date);

  test("a page of old days reads its rows alone, in the month of these days", async () => {
    const values = [id, day(3), day(4), null, null, null, 21];
    const rows = await readBy(PAGE, values);
    expect(Object.keys(rows)).toEqual(["bet_order_202607"]);
    expect(rows["bet_order_202607"]).toBeLessThanOrEqual(410);
    const many = await readBy(PAGE, [id, Date.UTC(2026, 5, 1), Date.UTC(2026, 7, 31), null, null, null, 21]);
    // The end of the newest month is the first to be listed.
    expect(many["bet_order_202608"]).toBeLessThanOrEqual(25);
    expect((many["bet_order_202606"] ?? 0) + (many["bet_order_202607"] ?? 0)).toBeLessThanOrEqual(4);
  });

  test("the sums of old days read no other days", async () => {
    const rows = await readBy(SUMS, [id, day(3), day(5), null]);
    expect(Object.keys(rows)).toEqual(["bet_order_202607"]);
    expect(rows["bet_order_202607"]).toBeLessThanOrEqual(2 * 400 + 10);
  });

  test("earlier slips are found by their own rows, whoever the statement is planned for", async () => {
    await setTestClock(server.base.db, Date.UTC(2026, 6, 31));
    const slips = await readByAnyPlan(RECENT_SLIPS, `${id}, NULL, 20`);
    expect(slips["bet_order_202607"]).toBeLessThanOrEqual(2 * 20 + 2);
    const [row] = await server.base.db.query<{ id: bigint }>(
      sql`SELECT id FROM bet_order WHERE player_id = $1 AND accepted_at < '2026-08-01' ORDER BY id DESC LIMIT 1`,
      [id],
    );
    const slip = await readByAnyPlan(SLIP_OF_ORDER, `${id}, ${row?.id}`);
    expect(slip["bet_order_202607"]).toBeLessThanOrEqual(2);
    await setTestClock(server.base.db, NOW);
  });

  test("an order is found by its number with one look", async () => {
    const [row] = await server.base.db.query<{ id: bigint }>(
      sql`SELECT id FROM bet_order WHERE player_id = $1 AND accepted_at < '2026-08-01' ORDER BY id DESC LIMIT 1`,
      [id],
    );
    const rows = await readBy(ONE, [id, row?.id, null]);
    expect(Object.entries(rows).filter(([, read]) => read > 0)).toEqual([["bet_order_202607", 1]]);
  });
});
