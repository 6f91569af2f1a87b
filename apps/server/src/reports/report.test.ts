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
const start = (day: string) => Date.parse(`${day}T00:00+07:00`);
const days = (...names: readonly string[]) => names.map((day) => ({ day, start: start(day) }));

/** A bet on the first day asked for, a win on the second; money went out on a day after them. */
const FOUND: ReportParts = {
  days: days("2026-11-19", "2026-11-20"),
  end: start("2026-11-21"),
  cash: 150_00n,
  hold: 20_00n,
  tail: 0,
  changeSince: -20_00n,
  parts: [
    { ...NOTHING, day: "2026-11-19", game: "", change: -40_00n },
    { ...NOTHING, day: "2026-11-19", game: "FFC", betCost: 40_00n },
    { ...NOTHING, day: "2026-11-20", game: "K3", payout: 30_00n, change: 30_00n },
  ],
};

test("the days asked for are summed up alone, each with what there was at its end", () => {
  const report = reportOf(FOUND);
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

test("days that have not come have nothing", () => {
  const report = reportOf({ ...FOUND, days: [], parts: [], changeSince: 0n });
  expect(report).toMatchObject({ accountBalance: "170.00", betCost: "0.00", days: [], games: [] });
});
