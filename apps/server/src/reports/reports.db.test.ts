import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer } from "../testing/played-server.ts";
import { periodsOf, recharge, wrongBooks } from "../testing/withdrawals.ts";

let played: PlayedServer;
beforeAll(async () => {
  played = await openPlayedServer();
});
afterAll(() => played.close());

interface Day {
  readonly day: string;
  readonly accountBalance: string;
  readonly betCost: string;
}
interface Report {
  readonly accountBalance: string;
  readonly from: number;
  readonly to: number;
  readonly days: readonly Day[];
  readonly games: readonly object[];
}

test("the report of a player over HTTP: whole, by day and by game", async () => {
  const player = await played.register("reporter");
  await recharge(played, player, "200.00");
  const periods = periodsOf(played);
  const [first, second] = [await periods.open(), await periods.open()];
  await periods.bet(first, player.id, 30_00n);
  await periods.bet(first, player.id, 20_00n, true);
  // Unsettled stakes do not count as cost yet.
  await periods.bet(second, player.id, 5_00n);
  await periods.settle(first);
  const balance = await played.get<string>("/api/balance", { player });
  const win = (Number(balance.data) - 145).toFixed(2);
  const { code, data } = await played.get<Report>("/api/user/report?range=3d&tz_offset=420", { player });
  expect([code, data]).toMatchObject([
    0,
    {
      accountBalance: balance.data,
      betCost: "50.00",
      payoutRevenue: win,
      totalProfitLoss: (Number(win) - 50).toFixed(2),
      rebateIncome: "0.00",
      activityGift: "0.00",
      deposit: "200.00",
      withdrawal: "0.00",
      transferOut: "0.00",
      games: [{ gameCode: "K3", betCost: "50.00", payout: win }],
    },
  ]);
  expect(data.to - data.from).toBe(3 * 86_400_000);
  expect(data.days.map(({ accountBalance, betCost }) => [accountBalance, betCost])).toEqual([
    ["0.00", "0.00"],
    ["0.00", "0.00"],
    [balance.data, "50.00"],
  ]);
  await periods.settle(second);
  expect(await wrongBooks(played)).toEqual([]);
});

test("another's report is nobody's to read, and an unknown range is none", async () => {
  expect((await played.get("/api/user/report")).code).toBe(401);
  const player = await played.register("asks_too_much");
  expect((await played.get("/api/user/report?range=90d", { player })).status).toBe(400);
  const { data } = await played.get<Report>("/api/user/report", { player });
  expect([data.days.length, data.games, data.accountBalance]).toEqual([7, [], "0.00"]);
});

test("days are those of the zone that is named, across the change of its clocks", async () => {
  const player = await played.register("parisian");
  const reportOf = (query: string) =>
    played.get<Report>(`/api/user/report?from=2026-10-20&to=2026-11-28&${query}`, { player });
  const spanOf = async (query: string) => {
    const { code, data } = await reportOf(query);
    return [code, new Date(data.from).toISOString(), new Date(data.to).toISOString()];
  };
  const paris = [0, "2026-10-19T22:00:00.000Z", "2026-11-28T23:00:00.000Z"];
  expect(await spanOf("time_zone=Europe/Paris&tz_offset=60")).toEqual(paris);
  expect(await spanOf("time_zone=europe/paris")).toEqual(paris);
  // A program of before, a name that this server does not know, and nothing at all.
  expect(await spanOf("tz_offset=60")).toEqual([0, "2026-10-19T23:00:00.000Z", "2026-11-28T23:00:00.000Z"]);
  expect(await spanOf("time_zone=Mars/Base&tz_offset=-210")).toEqual([
    0,
    "2026-10-20T03:30:00.000Z",
    "2026-11-29T03:30:00.000Z",
  ]);
  expect(await spanOf("")).toEqual([0, "2026-10-19T17:00:00.000Z", "2026-11-28T17:00:00.000Z"]);
  expect((await reportOf(`time_zone=${"x".repeat(65)}`)).code).not.toBe(0);
});
