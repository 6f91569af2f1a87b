import { expect, test } from "vitest";
import type { ReportParts } from "../ledger/ledger.ts";
import { reportOf } from "./report.ts";

const NOTHING = {
  betCost: 0n,
  payout: 0n,
  rebate: 0n,
  gift: 0n,
  deposit: 0n,
  withdrawal: 0n,
  transferOut: 0n,
  change: 0n,
};
const EAST = 420;
const start = (day: string) => Date.parse(day) - EAST * 60_000;

/** Four days: money in on the first, a bet on the second, a win on the third, a withdrawal on the last. */
const FOUND: ReportParts = {
  from: start("2026-11-18"),
  to: start("2026-11-22"),
  cash: 150_00n,
  hold: 20_00n,
  tail: 0,
  parts: [
    { ...NOTHING, day: "2026-11-18", game: "", deposit: 200_00n, change: 200_00n },
    { ...NOTHING, day: "2026-11-19", game: "", change: -40_00n },
    { ...NOTHING, day: "2026-11-19", game: "FFC", betCost: 40_00n },
    { ...NOTHING, day: "2026-11-20", game: "K3", payout: 30_00n, change: 30_00n },
    { ...NOTHING, day: "2026-11-21", game: "", withdrawal: 20_00n, change: -20_00n },
  ],
};

test("the days asked for are summed up alone, each with what there was at its end", () => {
  const report = reportOf(FOUND, EAST, { from: "2026-11-19", to: "2026-11-20" });
  expect(report).toMatchObject({
    accountBalance: "170.00",
    betCost: "40.00",
    payoutRevenue: "30.00",
    totalProfitLoss: "-10.00",
    deposit: "0.00",
    withdrawal: "0.00",
    from: start("2026-11-19"),
    to: start("2026-11-21"),
  });
  expect(report.days.map(({ day, accountBalance }) => [day, accountBalance])).toEqual([
    ["2026-11-19", "160.00"],
    ["2026-11-20", "190.00"],
  ]);
  expect(report.games.map(({ gameCode }) => gameCode)).toEqual(["FFC", "K3"]);
});

test("without days of the reader's own all that was read is told", () => {
  const report = reportOf(FOUND, EAST);
  expect(report).toMatchObject({ deposit: "200.00", withdrawal: "20.00", from: FOUND.from, to: FOUND.to });
  expect(report.days.map(({ accountBalance }) => accountBalance)).toEqual([
    "200.00",
    "160.00",
    "190.00",
    "170.00",
  ]);
});

test("days that have not come have nothing", () => {
  const report = reportOf(FOUND, EAST, { from: "2026-12-01", to: "2026-12-02" });
  expect(report).toMatchObject({ accountBalance: "170.00", betCost: "0.00", days: [], games: [] });
});
