import { describe, expect, it } from "vitest";
import { periodOutcome, resultLayout } from "./outcome.ts";

const order = (
  total: string,
  payout = "0.00",
  refund = "0.00",
  status: "won" | "notWon" | "cancelled" | "drawn" = "notWon",
) => ({
  total,
  payout,
  refund,
  status,
});
const layout = (...orders: ReturnType<typeof order>[]) => resultLayout(periodOutcome(orders));

describe("result layout", () => {
  it("won: the payout reaches the stake of the period", () => {
    expect(layout(order("12.00", "195.00", "0.00", "won"), order("8.00"))).toBe("won");
    expect(layout(order("20.00", "20.00", "0.00", "won"))).toBe("won");
  });

  it("below stake: a payout that does not is stated, not celebrated", () => {
    expect(layout(order("2.00", "4.32", "0.00", "won"), order("8.00"))).toBe("belowStake");
    expect(layout(order("20.00", "19.99", "0.00", "won"))).toBe("belowStake");
  });

  it("lost", () => {
    expect(layout(order("12.00"), order("8.00"))).toBe("lost");
  });

  it("refunded: all of the stake came back and nothing else", () => {
    expect(layout(order("12.00", "0.00", "12.00"))).toBe("refunded");
    expect(layout(order("12.00", "0.00", "12.00"), order("8.00", "0.00", "8.00"))).toBe("refunded");
  });

  it("a partial refund is shown as such", () => {
    expect(layout(order("12.00", "0.00", "2.00"))).toBe("lost");
    expect(layout(order("12.00", "0.00", "12.00"), order("8.00"))).toBe("lost");
  });

  it("cancelled orders are not included", () => {
    const outcome = periodOutcome([
      order("12.00", "0.00", "12.00", "cancelled"),
      order("8.00", "9.00", "0.00", "won"),
    ]);
    expect(outcome).toEqual({ stake: 8_00n, payout: 9_00n, refund: 0n, net: 1_00n, settled: true });
  });

  it("is announced only when every order is settled", () => {
    expect(periodOutcome([order("8.00"), order("8.00", "0.00", "0.00", "drawn")]).settled).toBe(false);
  });
});
