import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { calendarDays } from "../../ledger/ledger.ts";
import { openHistories, type Histories } from "../../testing/ledger-history.ts";
import { figuresOf } from "./figures.ts";

let histories: Histories;
beforeAll(async () => {
  histories = await openHistories();
});
afterAll(() => histories.close());

test("past days begin at their own midnight, not where today's clock would put it", async () => {
  const timeZone = "Europe/Paris";
  const late = Date.parse("2026-10-24T22:10:00Z"); // 00:10 on 25 October
  for (const table of ["transfer", "bet_order"])
    await histories.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 1)`, [table, new Date(late)]);
  await histories.at(late - 600_000);
  const player = await histories.player();
  await histories.move(player, "recharge", 100_00n);
  for (const at of [late, Date.parse("2026-10-25T22:50:00Z"), Date.parse("2026-10-25T23:10:00Z")]) {
    await histories.at(at - 600_000);
    const period = await histories.period("FFC");
    await histories.bet(period, player, 1_00n, 0);
    await histories.at(at);
    await histories.settle(period);
  }
  const { days } = calendarDays({ from: "2026-10-24", to: "2026-10-26" }, timeZone);
  const figures = await figuresOf(histories.base.db, days);
  expect(figures.days.map(({ day, turnover }) => [day, turnover])).toEqual([
    ["2026-10-26", "2.00"],
    ["2026-10-25", "4.00"],
    ["2026-10-24", "0.00"],
  ]);
});
