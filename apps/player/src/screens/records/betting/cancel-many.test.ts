import type { BetRecord } from "@lotus/contract";
import { expect, test } from "vitest";
import type { CancelOutcome } from "../../../features/outcomes/cancel-bet.ts";
import { cancelMany } from "./cancel-many.ts";

const bet = (no: number, drawAt: number): BetRecord => ({
  orderNo: `B${no}`,
  type: "bet",
  gameCode: "K3",
  prizeNo: "202611210601",
  optionId: "HZ",
  modeName: "Sum",
  optionName: "Sum",
  groups: [],
  betNumbers: "3",
  betCount: 1,
  betAmount: "2.00",
  total: "2.00",
  payout: "0.00",
  refund: "0.00",
  status: "notDrawn",
  time: 0,
  betTime: 0,
  date: "2026-11-21",
  drawAt,
  tiers: [],
});

test("bets that close first are cancelled first, a few at once, and one failure stops no other", async () => {
  const orders = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((no) => bet(no, no));
  const sent: string[] = [];
  const told: [string, CancelOutcome][] = [];
  let underWay = 0;
  let most = 0;
  await cancelMany(
    orders,
    async ({ orderNo }) => {
      sent.push(orderNo);
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return orderNo === "B2" ? { kind: "tooLate" } : { kind: "cancelled", refund: "2.00" };
    },
    (orderNo, outcome) => void told.push([orderNo, outcome]),
  );
  expect(sent).toEqual(["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"]);
  expect(most).toBe(4);
  expect(told).toHaveLength(9);
  expect(told.filter(([, { kind }]) => kind === "cancelled")).toHaveLength(8);
});
