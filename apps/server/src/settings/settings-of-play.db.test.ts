import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openCoveringServer,
  type CoveringServer,
  type CoveringPlayer,
  type Line,
} from "../testing/covering-server.ts";

/** Caps of bets, large wins and turnover, set otherwise than a server comes, and seen over HTTP. */

let server: CoveringServer;
beforeAll(async () => {
  server = await openCoveringServer({
    BET_MAX_PAYOUT: "100.00",
    BET_MAX_PAYOUT_SELECTION: "150.00",
    BET_MAX_PAYOUT_PERIOD: "200.00",
    HOUSE_MAX_PAYOUT_SELECTION: "220.00",
    BIG_WIN: "50.00",
    TURNOVER_PERCENT: "50",
    TURNOVER_MAX_COVERAGE_PERCENT: "60",
    TURNOVER_TREE_PLAYERS: "2",
  });
});
afterAll(() => server.close());

type Period = Awaited<ReturnType<CoveringServer["open"]>>;

/** Bets on digits of the last place, each paid 9.75 times its stake. */
const on = (digits: string, amount: string): Line => ({
  option: "YX.DWD",
  groups: [{ code: "place5", items: digits.split("") }],
  amount,
});

async function place({ game, periodNo }: Period, player: CoveringPlayer, ...lines: Line[]): Promise<number> {
  const bets = lines.map(({ option, groups, amount }) => ({ option_id: option, groups, amount }));
  const body = { prize_no: periodNo, bets };
  return (await server.player("POST", `/api/lottery/order/${game}`, player.token, body)).code;
}

test("BET_MAX_PAYOUT_SELECTION, BET_MAX_PAYOUT_PERIOD: what all orders of a player can bring on one selection, and in a period", async () => {
  const [period, player] = [await server.open("FFC"), await server.invite()];
  expect(await place(period, player, on("1", "10.00"))).toBe(0);
  // 97.50 can come already.
  expect(await place(period, player, on("1", "5.39"))).toBe(CODES.SELECTION_CAP_REACHED);
  expect(await place(period, player, on("1", "5.38"))).toBe(0);
  expect(await place(period, player, on("2", "5.14"))).toBe(CODES.PERIOD_CAP_REACHED);
  expect(await place(period, player, on("2", "5.13"))).toBe(0);
});

test("HOUSE_MAX_PAYOUT_SELECTION: what all players can bring on one selection", async () => {
  const period = await server.open("FFC");
  const [one, two, three] = [await server.invite(), await server.invite(), await server.invite()];
  expect([await place(period, one, on("3", "10.00")), await place(period, two, on("3", "10.00"))]).toEqual([
    0, 0,
  ]);
  // 195.00 can come already.
  expect(await place(period, three, on("3", "2.57"))).toBe(CODES.HOUSE_CAP_REACHED);
  expect(await place(period, three, on("3", "2.56"))).toBe(0);
});

test("BIG_WIN: a win from this on is told, and shown on the first page", async () => {
  const period = await server.open("FFC");
  const [lucky, other] = [await server.invite(), await server.invite()];
  await server.bet(period, lucky, on("5", "5.13"));
  await server.bet(period, other, on("5", "5.12"));
  await server.settle(period, [0, 0, 0, 0, 5]);
  const wins = (await server.get("/api/app/wins", lucky)).data;
  expect(JSON.stringify(wins)).toContain("50.01");
  expect(JSON.stringify(wins)).not.toContain("49.92");
  const refusalText = async (player: CoveringPlayer): Promise<string> =>
    JSON.stringify(
      (await server.player("POST", "/api/user/userMail", player.token, { type: "message" })).data,
    );
  expect(await refusalText(lucky)).toContain("50.01");
  expect(await refusalText(other)).not.toContain("49.92");
});

test("TURNOVER_PERCENT: how much of what came in is to be bet", async () => {
  const player = await server.invite();
  const { data } = await server.get("/api/user/withdrawQuote", player);
  expect(data.turnover).toMatchObject({ required: "5000.00", left: "5000.00" });
});

test("TURNOVER_MAX_COVERAGE_PERCENT, TURNOVER_TREE_PLAYERS: what covers more, alone or together, does not count", async () => {
  const period = await server.open("FFC");
  const [alone, within] = [await server.invite(), await server.invite()];
  await server.bet(period, alone, on("0123456", "1.00"));
  await server.bet(period, within, on("012345", "1.00"));
  const root = await server.invite();
  const pair = [root, await server.invite(root)] as const;
  await server.bet(period, pair[0], on("01234", "1.00"));
  await server.bet(period, pair[1], on("56789", "1.00"));
  const first = await server.invite();
  const three = [first, await server.invite(first), await server.invite(first)] as const;
  await server.bet(period, three[0], on("0123", "1.00"));
  await server.bet(period, three[1], on("4567", "1.00"));
  await server.bet(period, three[2], on("4589", "1.00"));
  await server.settle(period, [0, 0, 0, 0, 9]);
  await server.app.coverage.judge();
  const counting = async (player: CoveringPlayer): Promise<string> => {
    const { data } = await server.get("/api/user/withdrawQuote", player);
    expect(data.turnover.maxCoverage).toBe(60);
    return data.turnover.done;
  };
  expect([await counting(alone), await counting(within)]).toEqual(["0.00", "6.00"]);
  expect(await Promise.all(pair.map(counting))).toEqual(["0.00", "0.00"]);
  // Three are more than are looked at together.
  expect(await Promise.all(three.map(counting))).toEqual(["4.00", "4.00", "4.00"]);
});
