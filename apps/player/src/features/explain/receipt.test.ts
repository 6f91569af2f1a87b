import { describe, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { findRule } from "../slip/game-mode.ts";
import { receiptOfOrder, receiptOfOutcome } from "./receipt.ts";

const option = findRule(ruleTree("LHC").rules, "LM.SZE")?.option;
if (option === undefined) throw new Error("no such option");
const order = { betAmount: "0.35", payout: "0.00", refund: "0.00", tiers: [] };

describe("the arithmetic of an order", () => {
  it("has a line for each prize, each cut to whole minor units, and their sum", () => {
    const receipt = receiptOfOrder(
      {
        ...order,
        payout: "70.77",
        tiers: [
          { code: "two", wins: 3, odds: "23.8123" },
          { code: "three", wins: 1, odds: "130.90" },
        ],
      },
      option,
    );
    expect(receipt.lines.map(({ name, count, odds, paid }) => [name, count, odds, paid])).toEqual([
      // 0.35 × 3 × 23.8123 = 25.002915
      ["two", 3, 23_8123n, 25_00n],
      // 0.35 × 130.90 = 45.815
      ["three", 1, 130_9000n, 45_81n],
    ]);
    expect(receipt.total).toBe(70_77n);
    expect(receipt.refund).toBeNull();
  });

  it("shows the refund in bets", () => {
    const receipt = receiptOfOrder({ ...order, refund: "1.40" }, option);
    expect(receipt.refund).toEqual({ count: 4, amount: 1_40n });
    expect(receipt.total).toBe(1_40n);
  });

  it("states where less is paid than the sum of the lines", () => {
    const tiers = [{ code: "three", wins: 2, odds: "130.90" }];
    expect(receiptOfOrder({ ...order, payout: "50.00", tiers }, option).cappedAt).toBe(50_00n);
    expect(receiptOfOrder({ ...order, payout: "91.63", tiers }, option).cappedAt).toBeNull();
  });

  it("of an order that brought nothing is empty", () => {
    expect(receiptOfOrder(order, option)).toMatchObject({ lines: [], refund: null, total: 0n });
  });
});

it("an outcome is computed from a table of odds, with refunds separately", () => {
  const outcome = { wins: [{ tier: "two", count: 2 }], refunded: 3 };
  const receipt = receiptOfOutcome(outcome, option, 2_00n, { two: 23_8000n });
  expect(receipt).toMatchObject({
    lines: [{ name: "two", count: 2, odds: 23_8000n, paid: 95_20n }],
    refund: { count: 3, amount: 6_00n },
    cappedAt: null,
    total: 101_20n,
  });
});
