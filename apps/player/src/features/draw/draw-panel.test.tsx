import type { CurrentPeriod, DrawResult } from "@lotus/contract";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { DrawPanel } from "./draw-panel.tsx";

const NOW = Date.UTC(2026, 10, 21, 3);
const MINUTE_MS = 60_000;
const YESTERDAY: DrawResult = {
  gameCode: "XYFT",
  prizeNo: "20261120180",
  drawAt: NOW - 5 * 60 * MINUTE_MS,
  numbers: [9, 10, 6, 1, 2, 3, 4, 8, 7, 5],
  late: false,
  facts: {},
};
const opensIn = (minutes: number): CurrentPeriod => ({
  prizeNo: "20261121001",
  openAt: NOW + minutes * MINUTE_MS,
  closeAt: NOW + (minutes + 4) * MINUTE_MS,
  drawAt: NOW + (minutes + 5) * MINUTE_MS,
  serverTime: NOW,
  status: "open",
  commitment: "",
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (minutes: number) => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  return renderScreen(
    <DrawPanel
      family="racing"
      current={opensIn(minutes)}
      last={YESTERDAY}
      reveal={{ moving: false, skip: () => undefined }}
      now={() => NOW}
      onLast={() => undefined}
    />,
    "en-US",
  );
};

test("a game that opens in hours says when, without a clock that runs, beside the last result of the day before", async () => {
  await show(155);
  expect(screen.getByText(/^Opens .*\d\d:35$/u)).toBeTruthy();
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByRole("img").getAttribute("aria-label")).toContain("9 10 6 1 2 3 4 8 7 5");
});

test("before it opens the clock is smaller than that of a game on sale", async () => {
  await show(10);
  expect(screen.getByRole("timer").className).toMatch(/s20/u);
  cleanup();
  await show(-1);
  expect(screen.getByRole("timer").className).toMatch(/s28/u);
});
