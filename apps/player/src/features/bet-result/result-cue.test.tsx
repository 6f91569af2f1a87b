import type { BetRecord, DrawResult } from "@lotus/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { bet } from "../../testing/bets.ts";
import { ResultDialog } from "./result-dialog.tsx";

const given = vi.hoisted((): string[] => []);
vi.mock("../../components/cue.ts", () => ({ giveCue: (cue: string) => void given.push(cue) }));

const draw: DrawResult = {
  gameCode: "FFC",
  prizeNo: "202611210582",
  drawAt: 0,
  numbers: [8, 2, 5, 9, 8],
  late: false,
  facts: {},
};

const show = (orders: readonly BetRecord[]) =>
  renderScreen(
    <ResultDialog
      open
      gameName="FFC"
      racer="car"
      result={draw}
      orders={orders}
      balance="1.00"
      onClose={() => undefined}
      onVerify={() => undefined}
    />,
    "en-US",
  );

beforeEach(() => {
  given.length = 0;
  // Still: what is told is there at once.
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("an announced result has a sound, and only a payout of at least the stake sounds like a gain", async () => {
  await show([bet({ status: "drawn" })]);
  expect(given).toEqual([]);
  await show([bet({ status: "won", total: "12.00", payout: "195.00" })]);
  expect(given).toEqual(["won"]);
  given.length = 0;
  await show([bet({ status: "won", total: "20.00", payout: "4.32" })]);
  await show([bet({ status: "notWon", total: "20.00" })]);
  await show([bet({ status: "notWon", total: "20.00", refund: "20.00" })]);
  expect(given).toEqual(["drawn", "drawn", "drawn"]);
});
