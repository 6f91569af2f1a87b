import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { GameCard } from "./game-card.tsx";

const NOW = Date.UTC(2026, 10, 21, 3);

beforeEach(() => void vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test.each([
  [{ closeAt: NOW + 30_000, drawAt: NOW + 35_000 }, "closes in"],
  [{ closeAt: NOW + 5_000, drawAt: NOW + 10_000 }, "closing soon"],
  [{ closeAt: NOW - 1_000, drawAt: NOW + 4_000 }, "draws in"],
])("its clock says what it counts down to: %o %s", async (times, words) => {
  const current = { prizeNo: "202611210001", openAt: NOW - 55_000, serverTime: NOW, commitment: "" };
  const game = { gameCode: "K3", name: "K3", family: "dice", cycleMinutes: 1, on: true, last: null } as const;
  await renderScreen(
    <GameCard game={{ ...game, current: { ...current, ...times, status: "open" } }} offline={false} />,
    "en-US",
  );
  screen.getByText(words);
  expect(screen.getByRole("link").textContent).toContain(words);
});
