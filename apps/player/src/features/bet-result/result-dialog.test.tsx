import type { BetRecord, DrawResult } from "@lotus/contract";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { bet } from "../../testing/bets.ts";
import { fakeOwnBets } from "../../testing/fake-own-bets.ts";
import { OwnBetsContext } from "../fairness/use-shield.ts";
import { ResultDialog } from "./result-dialog.tsx";

const draw: DrawResult = {
  gameCode: "FFC",
  prizeNo: "202611210582",
  drawAt: 0,
  numbers: [8, 2, 5, 9, 8],
  late: false,
  facts: { sum: 32, bigSmall: "big", oddEven: "even" },
};
const won = bet({
  orderNo: "1",
  status: "won",
  betCount: 6,
  total: "12.00",
  payout: "195.00",
  tiers: [{ code: "hit", wins: 1, odds: "97.50" }],
});
const lost = bet({ orderNo: "2", status: "notWon", modeName: "Dragon tiger", optionName: "", total: "8.00" });
const onClose = vi.fn();

const GIVEN = {
  gameName: "FFC",
  racer: "car",
  result: draw,
  balance: "12655.82",
  onClose,
  onVerify: () => undefined,
} as const;

const show = (orders: readonly BetRecord[], more: { waiting?: number; open?: boolean } = {}) =>
  renderScreen(
    <ResultDialog {...GIVEN} open={more.open ?? true} orders={orders} waiting={more.waiting ?? 0} />,
    "en-US",
  );
const petals = () => document.querySelectorAll("svg path[pathLength]").length;

beforeEach(() => {
  // Still: what is told is there at once.
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onClose.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("result dialog", () => {
  it("won: the sum in gold with petals, what was staked and what is left over, the winning order first", async () => {
    await show([lost, won]);
    expect(screen.getByText("+195.00", { selector: "p" })).toBeTruthy();
    expect(screen.getByText("+175.00")).toBeTruthy();
    expect(petals()).toBeGreaterThan(0);
    const [first] = screen.getAllByRole("listitem");
    expect(first === undefined ? null : within(first).getByText("1 × 2.00 × 97.50")).toBeTruthy();
    expect(screen.getByText("New balance")).toBeTruthy();
  });

  it("not won: says so and stops", async () => {
    await show([lost, bet({ orderNo: "3", status: "notWon", total: "12.00" })]);
    expect(screen.getByText("No win this time")).toBeTruthy();
    expect(screen.getByText("Staked 20.00 · Paid 0.00")).toBeTruthy();
    expect(petals()).toBe(0);
    expect(screen.getAllByRole("button").some((button) => /again|almost/iu.test(button.textContent))).toBe(
      false,
    );
  });

  it("a payout below the stake is stated and not celebrated", async () => {
    await show([bet({ status: "won", total: "20.00", payout: "4.32" })]);
    expect(screen.getByText("Staked 20.00 · Paid 4.32")).toBeTruthy();
    expect(petals()).toBe(0);
  });

  it("a full refund is called one; a partial refund is named beside the loss", async () => {
    await show([bet({ status: "notWon", total: "20.00", refund: "20.00" })]);
    expect(screen.getByText("Stakes returned")).toBeTruthy();
    await show([bet({ status: "notWon", total: "20.00", refund: "2.00" })]);
    expect(screen.getByText("No win this time")).toBeTruthy();
    expect(screen.getAllByText(/2\.00 returned/u).length).toBeGreaterThan(0);
  });

  it("waits until the orders are settled", async () => {
    await show([won, bet({ orderNo: "4", status: "drawn" })]);
    expect(screen.queryByRole("list")).toBeNull();
    expect(petals()).toBe(0);
  });

  it("shows the number of queued results of other games", async () => {
    await show([lost], { waiting: 2 });
    fireEvent.click(screen.getByRole("button", { name: "Next (2)" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("a tap anywhere ends the animation; a tap on a button acts, and nothing moves under it", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await show([lost]);
    fireEvent.pointerDown(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByText("No win this time")).toBeNull();
    fireEvent.pointerDown(screen.getByRole("dialog"));
    expect(screen.getByText("No win this time")).toBeTruthy();
  });

  it("an unfolded bet says what this phone found out about it, and changes when that does", async () => {
    const own = fakeOwnBets();
    await renderScreen(
      <OwnBetsContext value={own}>
        <ResultDialog {...GIVEN} open orders={[won]} />
      </OwnBetsContext>,
      "en-US",
    );
    expect(own.watched).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: /How it was worked out/u }));
    expect(await screen.findByText("Being checked")).toBeTruthy();
    act(() => own.know(won.orderNo, { shield: { state: "checked", checkedAt: 0 } }));
    expect(screen.getByText("Checked on this phone")).toBeTruthy();
  });
});
