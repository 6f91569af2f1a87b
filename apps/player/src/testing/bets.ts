import type { BetRecord } from "@lotus/contract";

/** A bet as the server would return it. */
export function bet(changes: Partial<BetRecord>): BetRecord {
  return {
    orderNo: "1",
    type: "bet",
    gameCode: "FFC",
    prizeNo: "202611210582",
    optionId: "HS.ZX",
    modeName: "Last two",
    optionName: "Direct",
    groups: [],
    betNumbers: "",
    betCount: 1,
    betAmount: "2.00",
    total: "2.00",
    payout: "0.00",
    refund: "0.00",
    status: "notDrawn",
    time: 0,
    betTime: 0,
    date: "2026-11-21",
    tiers: [],
    ...changes,
  };
}
