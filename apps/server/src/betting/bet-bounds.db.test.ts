import type { CALLS, CallBody, CallData } from "@lotus/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { makeKeys } from "../settings/keys.ts";
import { randomBytes } from "node:crypto";

/** Over HTTP: the bounds of the settings are shown, limit what the desk may set, and are enforced. */

const BOUNDS = {
  BET_MIN: "10.00",
  BET_MAX: "100.00",
  BET_MAX_PAYOUT: "1000.00",
  BET_MAX_LINES: "3",
  BET_MAX_BETS: "50",
  BET_MAX_PAYOUT_SELECTION: "1500.00",
  BET_MAX_PAYOUT_PERIOD: "4000.00",
  HOUSE_MAX_PAYOUT_SELECTION: "2000.00",
};
const SHOWN = { minBet: "10.00", maxBet: "100.00", maxPayout: "1000.00" };
const PERIOD = "202601010001";

let server: DeskServer;
let risk: string;
let token: string;
const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
beforeAll(async () => {
  server = await openDeskServer(BOUNDS);
  risk = await server.as("risk");
  token = await playerWithMoney("bounded");
  await server.base.owner.query(ADD_PERIOD, [PERIOD]);
});
afterAll(() => server.close());

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ('FFC', $1, house_clock() - interval '1 minute', house_clock() + interval '1 hour',
          house_clock() + interval '2 hours', 1)`;

async function playerWithMoney(username: string): Promise<string> {
  const player = await server.enrol(username);
  const recharge = { type: "recharge", amount: "50000.00", channel_id: "demo" };
  expect((await server.player("POST", "/api/user/makeOrder", player.token, recharge)).code).toBe(0);
  return player.token;
}

type Line = CallBody<typeof CALLS.order>["bets"][number];

/** One or two bets on single digits, each paid 9.75 times its stake. */
const digits = (amount: string, first: string, last?: string): Line => ({
  option_id: "YX.DWD",
  amount,
  groups: [
    { code: "place1", items: [first] },
    ...(last === undefined ? [] : [{ code: "place5", items: [last] }]),
  ],
});
const digitOn = (place: number, amount: string, digit: string): Line => ({
  option_id: "YX.DWD",
  amount,
  groups: [{ code: `place${place}`, items: [digit] }],
});
/** As many bets as the product of the digit counts, of which one wins. */
const direct = (amount: string, ...places: string[]): Line => ({
  option_id: "QS.ZX",
  amount,
  groups: places.map((items, at) => ({ code: `place${at + 1}`, items: items.split("") })),
});
const orderBy = (by: string, ...bets: Line[]) =>
  server.player("POST", "/api/lottery/order/FFC", by, { prize_no: PERIOD, bets });
const order = (...bets: Line[]) => orderBy(token, ...bets);

describe("what the settings allow", () => {
  test("is what the app, the rules and the desk are told", async () => {
    const config = await server.player("GET", "/api/app/config");
    expect((config.data as CallData<typeof CALLS.appConfig>).bets).toMatchObject({
      min: "10.00",
      max: "100.00",
      maxPayout: "1000.00",
      maxLines: 3,
      maxBets: 50,
    });
    const rule = await server.player("GET", "/api/lottery/rule/FFC");
    for (const { childrens } of (rule.data as CallData<typeof CALLS.rule>).rules)
      for (const option of childrens) expect(option).toMatchObject(SHOWN);
    const games = await server.desk("GET", "/desk/api/games", risk);
    expect(games.data.list).toHaveLength(7);
    for (const game of games.data.list) expect(game).toMatchObject(SHOWN);
  });

  test.each([
    ["a stake below the least", [digits("9.99", "1")], 3008, { line: 1, min: "10.00" }],
    [
      "a stake above the most",
      [digits("10.00", "1"), digits("100.01", "1")],
      3009,
      { line: 2, max: "100.00" },
    ],
    ["a payout above the most", [digits("51.29", "1", "2")], 3011, { line: 1, max: "1000.00" }],
    [
      "more bets than allowed",
      [direct("10.00", "12345", "12345", "123")],
      3010,
      { line: 1, max: 50, betCount: 75 },
    ],
    [
      "more lines than allowed",
      ["1", "2", "3", "4"].map((digit) => digits("10.00", digit)),
      3018,
      { max: 3, lines: 4 },
    ],
  ])("%s is refused with the figure", async (_, bets, code, data) => {
    expect(await order(...bets)).toMatchObject({ code, data });
  });

  test.each([
    ["the least stake", [digits("10.00", "1")]],
    ["the most stake", [digits("100.00", "2")]],
    ["the most payout", [digits("51.28", "3", "4")]],
    ["the most lines", ["5", "6", "7"].map((digit) => digits("10.00", digit))],
  ])("%s is accepted", async (_, bets) => {
    expect(await order(...bets)).toMatchObject({ code: 0 });
  });

  test("as many bets as allowed are counted and go on to be priced", async () => {
    // Fifty bets of three digits exceed the cap even at the minimum stake: they are refused only for that.
    expect((await order(direct("10.00", "12345", "12345", "12"))).code).toBe(3011);
  });
});

describe("what all bets of a period may pay", () => {
  test("is capped for a player on one selection, and for all players on it, with what is still open", async () => {
    const [first, second] = [await playerWithMoney("repeats"), await playerWithMoney("joins_in")];
    expect(await orderBy(first, digits("100.00", "8"))).toMatchObject({ code: 0 });
    expect(await orderBy(first, digits("100.00", "8"))).toMatchObject({
      code: 3019,
      data: { line: 1, max: "1500.00", left: "525.00" },
    });
    expect(await orderBy(first, digits("53.84", "8"))).toMatchObject({ code: 0 });
    const joined = await orderBy(second, digits("10.00", "9"), digits("100.00", "8"));
    expect(joined).toMatchObject({ code: 3021, data: { line: 2, max: "2000.00", left: "500.06" } });
    expect(joined.msg).toContain("500.06");
    expect(await orderBy(second, digits("51.28", "8"))).toMatchObject({ code: 0 });
  });

  test("is capped for a player in the period, whatever the picks", async () => {
    const varier = await playerWithMoney("varies");
    // Twice two bets that pay 975.00 together, then one that would raise the sum to 4,192.50.
    for (const last of ["0", "1"]) {
      expect(await orderBy(varier, digits("100.00", last), digitOn(2, "100.00", last))).toMatchObject({
        code: 0,
      });
    }
    expect(await orderBy(varier, digitOn(3, "30.00", "0"))).toMatchObject({
      code: 3020,
      data: { max: "4000.00", left: "100.00" },
    });
    expect(await orderBy(varier, digitOn(3, "10.00", "0"))).toMatchObject({ code: 0 });
  });

  test("is told to the app and to the desk", async () => {
    const config = await server.player("GET", "/api/app/config");
    expect(config.data.bets).toMatchObject({ maxPayoutSelection: "1500.00", maxPayoutPeriod: "4000.00" });
    const game = await server.desk("GET", "/desk/api/games/FFC", risk);
    expect(game.data).toMatchObject({
      maxPayoutSelection: "1500.00",
      maxPayoutPeriod: "4000.00",
      houseMaxPayoutSelection: "2000.00",
    });
  });
});

describe("the desk", () => {
  const set = (body: object) =>
    server.desk("POST", "/desk/api/games/SFC/limits", risk, {
      min_bet: "10.00",
      max_bet: "100.00",
      max_payout: "1000.00",
      reason: "a quiet week",
      ...body,
    });

  test.each([{ min_bet: "9.99" }, { max_bet: "100.01" }, { max_payout: "1000.01" }])(
    "sets nothing looser than the settings: %j",
    async (looser) => {
      expect(await set(looser)).toMatchObject({
        code: 3022,
        data: { min: "10.00", max: "100.00", maxPayout: "1000.00" },
      });
    },
  );

  test("may set what is closer, which a later start with closer settings holds within them", async () => {
    expect((await set({})).code).toBe(0);
    const closer = { min_bet: "20.00", max_bet: "80.00", max_payout: "500.00" };
    expect((await set(closer)).data).toMatchObject({ minBet: "20.00", maxBet: "80.00", maxPayout: "500.00" });
    const shown = async (environment: Record<string, string>) => {
      const next = await openDeskServer({ ...BOUNDS, ...environment }, { base: server.base, keys });
      try {
        return (await next.player("GET", "/api/lottery/rule/SFC")).data.rules[0].childrens[0];
      } finally {
        await next.close();
      }
    };
    expect(await shown({})).toMatchObject({ minBet: "20.00", maxBet: "80.00", maxPayout: "500.00" });
    expect(await shown({ BET_MAX: "50.00", BET_MAX_PAYOUT: "300.00" })).toMatchObject({
      minBet: "20.00",
      maxBet: "50.00",
      maxPayout: "300.00",
    });
    expect(await shown({ BET_MIN: "30.00" })).toMatchObject({ minBet: "30.00", maxBet: "80.00" });
    expect(await shown({ BET_MAX: "15.00" })).toMatchObject({ minBet: "15.00", maxBet: "15.00" });
  });
});
