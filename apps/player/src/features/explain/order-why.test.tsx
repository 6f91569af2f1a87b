import type { BetRecord } from "@lotus/contract";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { OrderWhy } from "./order-why.tsx";

const ORDER: BetRecord = {
  orderNo: "B2026112100000000001",
  type: "bet",
  gameCode: "FFC",
  prizeNo: "202611210582",
  optionId: "HR.ZX",
  modeName: "Last two",
  optionName: "Direct",
  groups: [
    { code: "place4", items: ["1", "9"] },
    { code: "place5", items: ["3", "5", "8"] },
  ],
  betNumbers: "19|358",
  betCount: 6,
  betAmount: "2.00",
  total: "12.00",
  payout: "195.00",
  refund: "0.00",
  status: "won",
  time: 0,
  betTime: 0,
  date: "2026-11-21",
  drawAt: 60_000,
  winningNumbers: [8, 2, 5, 9, 8],
  tiers: [{ code: "hit", wins: 1, odds: "97.50" }],
};
const LOST: BetRecord = {
  ...ORDER,
  winningNumbers: [0, 4, 7, 1, 6],
  status: "notWon",
  payout: "0.00",
  tiers: [],
};

beforeEach(() => {
  vi.stubGlobal("fetch", (input: string) => {
    const data = ruleTree(input.includes("LHC") ? "LHC" : "FFC");
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(order: BetRecord) {
  await renderScreen(<OrderWhy order={order} />, "en-US");
  await screen.findByText("Rule");
}
const picks = (row: string) =>
  within(screen.getByRole("list", { name: row }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

it("a win: the draw, the picks that had a part in it, the sum line by line", async () => {
  await show(ORDER);
  expect(screen.getByRole("img", { name: "Result of draw 202611210582: 8 2 5 9 8" })).toBeTruthy();
  expect(picks("place4")).toEqual(["1", "9(in a winning bet)"]);
  expect(picks("place5")).toEqual(["3", "5", "8(in a winning bet)"]);
  expect(screen.getByText("1 of 6 bets won.")).toBeTruthy();
  expect(screen.getByText("1 × 2.00 × 97.50").closest("div")?.textContent).toContain("195.00");
  expect(screen.getByText("You received").closest("div")?.textContent).toContain("195.00");
});

it("a loss shows the draw and that nothing matched, without marks or a sum", async () => {
  await show(LOST);
  expect(screen.getByText("The draw was 0 4 7 1 6. None of the 6 bets won.")).toBeTruthy();
  expect(picks("place4")).toEqual(["1", "9"]);
  expect(screen.queryByText("You received")).toBeNull();
  expect(document.body.textContent).not.toMatch(/almost|close|nearly/iu);
});

it("a lost bet on Mark Six shows which ball is the special", async () => {
  await show({
    ...LOST,
    gameCode: "LHC",
    optionId: "TM.TMA",
    groups: [{ code: "numbers", items: ["7"] }],
    betCount: 1,
    winningNumbers: [1, 2, 3, 4, 5, 6, 49],
    lunarYear: 2026,
  });
  expect(screen.getByText("The draw was 1 2 3 4 5 6 + 49. This bet did not win.")).toBeTruthy();
  const heard = "Result of draw 202611210582: 1 2 3 4 5 6, special number 49";
  expect(screen.getByRole("img", { name: heard })).toBeTruthy();
});

it("a refunded stake is named, marked differently, and added up", async () => {
  await show({
    ...LOST,
    gameCode: "LHC",
    optionId: "TM.LM",
    groups: [{ code: "side", items: ["big", "odd"] }],
    betCount: 2,
    total: "4.00",
    refund: "4.00",
    winningNumbers: [1, 2, 3, 4, 5, 6, 49],
    lunarYear: 2026,
  });
  expect(screen.getByText("2 bets neither won nor lost: their stakes were returned.")).toBeTruthy();
  expect(picks("side")).toEqual(["big(stake returned)", "odd(stake returned)"]);
  expect(screen.getByText("2 × 2.00").closest("div")?.textContent).toContain("4.00");
});

it.each([
  ["by the player", "player", "Cancelled before sales closed, 12.00 returned"],
  ["with its draw", "void", "This draw was voided, 12.00 returned."],
] as const)("an order cancelled %s says so", async (_, cancelledBy, words) => {
  const { winningNumbers: _drawn, ...order } = LOST;
  await show({ ...order, status: "cancelled", cancelledBy, refund: "12.00" });
  expect(screen.getByText(words)).toBeTruthy();
  expect(picks("place4")).toEqual(["1", "9"]);
});

it("an open order waits", async () => {
  const { winningNumbers: _drawn, ...order } = LOST;
  await show({ ...order, status: "notDrawn" });
  expect(screen.getByText("Waiting for the draw")).toBeTruthy();
});
