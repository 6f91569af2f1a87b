import type { CurrentPeriod } from "@lotus/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import type { GameStore } from "./game-store.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";

/** Lunar new year 2027 begins on 6 February at midnight in Ho Chi Minh City, where a period is drawn. */
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);
const TEN_MINUTES = 600_000;
const period = (drawAt: number, prizeNo: string): CurrentPeriod => ({
  prizeNo,
  openAt: drawAt - TEN_MINUTES,
  closeAt: drawAt - 30_000,
  drawAt,
  serverTime: 0,
  status: "open",
  commitment: "",
});
const LAST = period(NEW_YEAR - TEN_MINUTES, "20270205143");
const FIRST = period(NEW_YEAR, "20270205144");
const tree = ruleTree("LHC", { lunarYear: 2026 });
const now = () => Date.now();

let store: GameStore;
let bring: (current: CurrentPeriod) => void;

function Slip() {
  const [current, setCurrent] = useState(LAST);
  // The test stands in for the server.
  // oxlint-disable-next-line react/globals
  bring = setCurrent;
  return <StoreSlip store={store} tree={tree} current={current} now={now} />;
}

const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));

beforeEach(() => {
  vi.useFakeTimers({
    now: LAST.closeAt - 1000,
    toFake: ["Date", "setTimeout", "clearTimeout", "performance"],
  });
  store = unkeptStore("LHC");
  store.getState().enter(tree.rules);
  store.getState().chooseMode("SX");
  store.getState().chooseOption("SX.TX");
  store.getState().select("zodiac", "horse");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("a slip that moves into the new year gets its odds and says so before sending", async () => {
  await renderScreen(<Slip />, "en-US");
  await press("open");
  expect(screen.getByText("×9.55")).toBeTruthy();
  expect(screen.getByText("19.10")).toBeTruthy();
  await act(async () => void vi.advanceTimersByTime(31_000));
  await act(async () => bring(FIRST));
  // The slip is still held to the old year's last period.
  expect(screen.getByText("×9.55")).toBeTruthy();
  expect(screen.queryByText(/horse: /u)).toBeNull();
  await press(/^Move to draw/u);
  expect(screen.getByText("×11.94")).toBeTruthy();
  expect(screen.getByText("23.88")).toBeTruthy();
  expect(screen.getByText(/· horse: ×9.55 → ×11.94/u)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Bet 1 × 2.00 = 2.00" })).toBeTruthy();
});

it("a slip opened in the new year does not mention the old one", async () => {
  await renderScreen(<Slip />, "en-US");
  await act(async () => void vi.advanceTimersByTime(31_000));
  await act(async () => bring(FIRST));
  await press("open");
  expect(screen.getByText("×11.94")).toBeTruthy();
  expect(screen.queryByText(/→/u)).toBeNull();
});
