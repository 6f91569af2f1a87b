import { CALLS, type CallBody, type CallData } from "@lotus/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { Overloaded } from "../http/errors.ts";
import { balanceOf, resumeMoney, stopMoney } from "../ledger/ledger.ts";
import { openOdds } from "./odds.ts";
import { openPlacing } from "./placing.ts";
import { readSlip, readStakes, type SlipRules } from "./slip.ts";
import { DEFAULT_LIMITS } from "@lotus/games";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";

let server: TestServer;
let prizeNo: string;
let playerId: bigint;
const NOON = Date.UTC(2026, 10, 21, 12);
beforeAll(async () => {
  server = await openTestServer();
  await setTestClock(server.base.db, NOON);
  prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
  playerId = await server.player(1_000_000_00n);
});
afterAll(() => server.close());

type Line = CallBody<typeof CALLS.order>["bets"][number];

const direct = (items: readonly string[], amount: string): Line => ({
  option_id: "QS.ZX",
  amount,
  groups: ["place1", "place2", "place3"].map((code) => ({ code, items: [...items] })),
});

function order(
  bets: Line[],
  more: { readonly version?: number; readonly gameCode?: string; readonly key?: string } = {},
) {
  const { gameCode = "FFC", key, ...body } = more;
  const request = { playerId, params: { gameCode }, body: { prize_no: prizeNo, bets, ...body } };
  return server.call(ORDER, key === undefined ? request : { ...request, key });
}

describe("a slip is refused whole, and the line at fault is named", () => {
  const good = slipOn("", "1.00").bets[0] ?? direct(["1"], "1.00");
  const cases: [string, Line, object][] = [
    ["OPTION_OFF", { ...good, option_id: "XX.YY" }, { values: { line: 2 } }],
    [
      "BAD_SELECTION",
      { ...good, groups: [{ code: "place5", items: ["x"] }] },
      { values: { line: 2, group: "place5", reason: "unknown-item" } },
    ],
    [
      "BAD_SELECTION",
      { ...good, groups: [{ code: "nowhere", items: ["1"] }] },
      { data: { line: 2, reason: "unknown-group" } },
    ],
    ["BAD_SELECTION", { ...direct(["1"], "1.00"), groups: [] }, { data: { line: 2, reason: "too-few" } }],
    ["STAKE_BELOW_MIN", { ...good, amount: "0.99" }, { values: { line: 2, min: 100n } }],
    ["STAKE_ABOVE_MAX", { ...good, amount: "50000.01" }, { values: { line: 2, max: 5_000_000n } }],
    ["PAYOUT_OVER_CAP", direct(["1"], "500.00"), { values: { line: 2, max: 40_000_000n } }],
  ];
  test.each(cases)("%s", async (code, line, detail) => {
    const before = await balanceOf(server.base.db, playerId);
    expect(await order([good, line])).toMatchObject({ ok: false, code, ...detail });
    expect(await balanceOf(server.base.db, playerId)).toBe(before);
  });

  test("whoever cannot pay for a long or costly slip hears that before what it can be paid is worked out", async () => {
    const poor = await server.player(5_00n);
    const over = direct(["1"], "500.00");
    const codeFor = async (who: bigint, bets: Line[]) => {
      const body = { prize_no: prizeNo, bets };
      const answer = await server.call(ORDER, { playerId: who, params: { gameCode: "FFC" }, body });
      return answer.ok ? "placed" : answer.code;
    };
    const many = [...Array.from({ length: 20 }, () => good), over];
    const costly = [direct(["1", "2"], "500.00"), over];
    expect([await codeFor(poor, many), await codeFor(poor, costly)]).toEqual([
      "NOT_ENOUGH_BALANCE",
      "NOT_ENOUGH_BALANCE",
    ]);
    expect([await codeFor(playerId, many), await codeFor(playerId, costly)]).toEqual([
      "PAYOUT_OVER_CAP",
      "PAYOUT_OVER_CAP",
    ]);
    // The key is looked up first, so an accepted slip is found even if the money was spent since.
    const key = "long-slip-0001";
    const spent = await server.player(21_00n);
    const body = { prize_no: prizeNo, bets: Array.from({ length: 21 }, () => good) };
    const request = { playerId: spent, params: { gameCode: "FFC" }, body, key };
    const first = accepted(await server.call(ORDER, request));
    expect(await balanceOf(server.base.db, spent)).toBe(0n);
    expect(accepted(await server.call(ORDER, request))).toEqual(first);
  });

  test("a game that there is not", async () => {
    expect(await order([good], { gameCode: "NONE" })).toMatchObject({ code: "GAME_UNKNOWN" });
  });

  test("while money is stopped", async () => {
    await stopMoney(server.base.db, "a test");
    expect(await order([good])).toMatchObject({ code: "MONEY_STOPPED" });
    await resumeMoney(server.base.db);
    accepted(await order([good]));
  });
});

test("an accepted slip keeps to the contract: lines in order, odds fixed, total and balance", async () => {
  const before = (await balanceOf(server.base.db, playerId)) ?? 0n;
  const data = accepted(
    await order([direct(["1", "2"], "2.00"), slipOn("", "3.50", "9").bets[0] ?? direct([], "")]),
  );
  expect(CALLS.order.data.safeParse(data).error).toBeUndefined();
  expect(data.orders.map(({ optionId, betCount, total, odds }) => [optionId, betCount, total, odds])).toEqual(
    [
      ["QS.ZX", 8, "16.00", { hit: "975.00" }],
      ["YX.DWD", 1, "3.50", { hit: "9.75" }],
    ],
  );
  expect(data.total).toBe("19.50");
  expect(await balanceOf(server.base.db, playerId)).toBe(before - 19_50n);
  for (const { orderNo, receipt } of data.orders) {
    expect(orderNo).toMatch(/^B20261121\d{11}$/);
    const stored = await server.call("/api/lottery/receipt/:orderNo", { playerId, params: { orderNo } });
    expect(accepted<unknown>(stored)).toEqual(receipt);
  }
});

describe("odds", () => {
  test("that changed refuse a slip that names the old version, and only where they are picked", async () => {
    const { odds } = server.betting;
    const first = odds.current();
    const line = slipOn("", "1.00").bets[0] ?? direct([], "");
    const early = accepted(await order([line], { version: first.version, key: "placed-at-old-odds" }));
    const next = await odds.publish(
      { ...first.odds, FFC: { ...first.odds["FFC"], "YX.DWD": { hit: 96_000n } } },
      "a test",
    );
    expect(next.version).toBe(first.version + 1);
    expect(await order([line], { version: first.version })).toMatchObject({
      code: "ODDS_CHANGED",
      data: { line: 1, version: next.version, optionId: "YX.DWD", odds: { hit: "9.60" } },
    });
    expect(await order([line], { version: 999 })).toMatchObject({ code: "ODDS_CHANGED" });
    accepted(await order([direct(["1"], "1.00")], { version: first.version }));
    expect(accepted(await order([line])).orders[0]?.odds).toEqual({ hit: "9.60" });
    // A retry of a slip accepted at the old odds returns that order, with its odds.
    const again = accepted(await order([line], { version: first.version, key: "placed-at-old-odds" }));
    expect(JSON.stringify(again)).toBe(JSON.stringify(early));
  });

  test("of a server that starts again are those it had, but for a choice of the settings", async () => {
    const db = server.base.db;
    const now = server.betting.odds.current();
    expect((await openOdds(db, {})).current()).toEqual(now);
    const chosen = (await openOdds(db, { k3ThreeSameSingle: 189 })).current();
    expect([chosen.version, chosen.odds["K3"]?.["STHDX.STHDX"]]).toEqual([
      now.version + 1,
      { hit: 1_890_000n },
    ]);
    expect(chosen.odds["FFC"]?.["YX.DWD"]).toEqual({ hit: 96_000n });
    await server.betting.odds.refresh();
    expect(server.betting.odds.current()).toEqual(chosen);
  });
});

describe("the list of bets", () => {
  type List = CallData<typeof CALLS.betList>;
  const list = async (of: bigint, query: object = {}, gameCode = "ALL"): Promise<List> =>
    accepted<List>(
      await server.call("/api/lottery/orderList/:gameCode", { playerId: of, params: { gameCode }, query }),
    );

  test("derives every status, filters and sums over all pages", async () => {
    const id = await server.player(100_00n);
    const at = NOON + 100_000;
    await setTestClock(server.base.db, at);
    const place = async (period: string, amount: string, digit: string) => {
      const answer = await server.call(ORDER, {
        playerId: id,
        params: { gameCode: "FFC" },
        body: slipOn(period, amount, digit),
      });
      return accepted(answer).orders[0]?.orderNo ?? "";
    };
    const period = () => server.period({ openAt: at - 1_000, closeAt: at + 1_000 });
    const [settled, drawn, open] = [await period(), await period(), await period()];
    const won = await place(settled, "1.00", "1");
    const lost = await place(settled, "2.00", "2");
    const waiting = await place(drawn, "4.00", "3");
    const fresh = await place(open, "8.00", "4");
    const back = await place(open, "16.00", "5");
    await server.call(CANCEL, { playerId: id, params: { orderNo: back } });
    for (const [state, name] of [
      ["closed", settled],
      ["closed", drawn],
      ["drawn", settled],
      ["drawn", drawn],
      ["settled", settled],
    ]) {
      await server.base.owner.query(
        sql`UPDATE period SET state = $1, numbers = '{1,2,3,4,1}', turnover = 0, paid = 0 WHERE game = 'FFC' AND period_no = $2`,
        [state, name],
      );
    }
    await server.base.owner.query(
      sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
          VALUES ($1, $2, 'FFC', $3, 975, 0, '[{"code":"hit","wins":1,"odds":"9.75"}]', house_clock())`,
      [id, BigInt(won.slice(1)), settled],
    );
    const all = await list(id, { tz_offset: 420 });
    expect(all.list.map(({ orderNo, status }) => [orderNo, status])).toEqual([
      [back, "cancelled"],
      [fresh, "notDrawn"],
      [waiting, "drawn"],
      [lost, "notWon"],
      [won, "won"],
    ]);
    // 4.00 are drawn and not settled, 8.00 not drawn.
    expect(all.sum).toEqual({ bet: "15.00", payout: "9.75", pending: "12.00" });
    expect(CALLS.betList.data.safeParse(all).error).toBeUndefined();
    expect(all.list[4]).toMatchObject({
      payout: "9.75",
      modeName: "One star",
      optionName: "Positional",
      betNumbers: "-|-|-|-|1",
      picks: "Units: 1",
      winningNumbers: [1, 2, 3, 4, 1],
      drawAt: expect.any(Number),
      date: "2026-11-21",
      tiers: [{ code: "hit", wins: 1, odds: "9.75" }],
    });
    expect(all.list[1]).not.toHaveProperty("winningNumbers");
    expect(all.list.map(({ cancelledBy }) => cancelledBy)).toEqual(["player", ...Array(4).fill(undefined)]);
    for (const { status } of all.list) {
      expect((await list(id, { status })).list.map((record) => record.status)).toEqual([status]);
    }
    const sumOf = async (status: string) => (await list(id, { status })).sum;
    expect(await sumOf("notDrawn")).toEqual({ bet: "8.00", payout: "0.00", pending: "8.00" });
    expect(await sumOf("drawn")).toEqual({ bet: "4.00", payout: "0.00", pending: "4.00" });
    expect(await sumOf("notWon")).toEqual({ bet: "2.00", payout: "0.00", pending: "0.00" });
    expect(await sumOf("cancelled")).toEqual({ bet: "0.00", payout: "0.00", pending: "0.00" });
    const first = await list(id, { page_size: 3 });
    const second = await list(id, { page_size: 3, cursor: first.nextCursor });
    expect([...first.list, ...second.list]).toEqual((await list(id)).list);
    // Only the first page contains it.
    expect([second.nextCursor, second.sum]).toEqual([null, undefined]);
    expect((await list(id, {}, "K3")).list).toEqual([]);
    expect((await list(await server.player(0n))).list).toEqual([]);
  });

  test("what a draw gave back of a stake is no stake, and what it decided is not pending, though others wait", async () => {
    const id = await server.player(100_00n);
    const at = NOON + 100_000;
    await setTestClock(server.base.db, at);
    const drawn = await server.period({ openAt: at - 1_000, closeAt: at + 1_000 });
    const placed = await server.call(ORDER, {
      playerId: id,
      params: { gameCode: "FFC" },
      body: slipOn(drawn, "10.00", "1"),
    });
    const orderNo = accepted(placed).orders[0]?.orderNo ?? "";
    for (const state of ["closed", "drawn"]) {
      await server.base.owner.query(
        sql`UPDATE period SET state = $1, numbers = '{1,2,3,4,1}', turnover = 0, paid = 0 WHERE game = 'FFC' AND period_no = $2`,
        [state, drawn],
      );
    }
    expect((await list(id)).sum).toEqual({ bet: "10.00", payout: "0.00", pending: "10.00" });
    await server.base.owner.query(
      sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
          VALUES ($1, $2, 'FFC', $3, 0, 1000, '[]', house_clock())`,
      [id, BigInt(orderNo.slice(1)), drawn],
    );
    const back = { bet: "0.00", payout: "0.00", pending: "0.00" };
    expect((await list(id)).sum).toEqual(back);
    expect((await list(id, { status: "notWon" })).sum).toEqual(back);
    // Its status is as it always was; its state is its own, with a filter, and no loss.
    expect((await list(id)).list).toMatchObject([
      { status: "notWon", state: "returned", payout: "0.00", refund: "10.00" },
    ]);
    const numbers = async (query: object) => (await list(id, query)).list.map((record) => record.orderNo);
    expect(await numbers({ state: "returned" })).toEqual([orderNo]);
    expect((await list(id, { state: "returned" })).sum).toEqual(back);
    expect(await numbers({ status: "notWon" })).toEqual([orderNo]);
    expect(await numbers({ status: "notWon", state: "returned" })).toEqual([orderNo]);
    for (const query of [{ state: "notWon" }, { state: "cancelled" }, { status: "won", state: "returned" }])
      expect([query, await numbers(query)]).toEqual([query, []]);
  });

  test("of a game that there is not is refused", async () => {
    const answer = await server.call("/api/lottery/orderList/:gameCode", {
      playerId,
      params: { gameCode: "NONE" },
    });
    expect(answer).toMatchObject({ code: "GAME_UNKNOWN" });
  });
});

test("a full queue turns slips away before anything is placed", async () => {
  await setTestClock(server.base.db, NOON);
  const { receipts, odds } = server.betting;
  const placing = openPlacing(
    { db: server.base.db, entropy: { bytes: (length) => new Uint8Array(length) }, receipts },
    { queueMax: 10 },
  );
  const rules: SlipRules = {
    game: "FFC",
    limits: DEFAULT_LIMITS,
    odds: odds.current(),
    seen: null,
    lunarYear: undefined,
  };
  const staked = readStakes(slipOn(prizeNo, "1.00").bets, rules);
  if ("ok" in staked) throw new Error(staked.code);
  const slip = readSlip(staked, rules);
  if ("ok" in slip) throw new Error(slip.code);
  const before = (await balanceOf(server.base.db, playerId)) ?? 0n;
  const waiting = {
    playerId,
    key: undefined,
    bodyHash: new Uint8Array(32),
    game: "FFC",
    periodNo: prizeNo,
    slip,
    caps: server.betting.games.settingsLimits,
  };
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => placing.place(waiting)));
  const turnedAway = results.filter(
    (result) => result.status === "rejected" && result.reason instanceof Overloaded,
  );
  expect(turnedAway).toHaveLength(15);
  await placing.drained();
  expect(await balanceOf(server.base.db, playerId)).toBe(before - 10_00n);
});
