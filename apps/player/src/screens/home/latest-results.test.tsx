import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { LatestResults } from "./latest-results.tsx";

const MINUTE = 60_000;
/** 09:00 in Vietnam. */
const NINE = Date.UTC(2026, 10, 22, 2);

function newborn(gameCode: string, name: string, drawAt: number): LobbyGame {
  const current = {
    gameCode,
    prizeNo: "202611220001",
    status: "open",
    openAt: NINE,
    closeAt: drawAt - 5000,
    drawAt,
  };
  // Only what a result's row reads.
  return { gameCode, name, family: "five-digits", current, last: null } as unknown as LobbyGame;
}

test("a new server shows the first draw of each game, soonest first", async () => {
  await renderScreen(
    <LatestResults
      games={[newborn("SFC", "Three-Minute", NINE + 3 * MINUTE), newborn("FFC", "Minute", NINE + MINUTE)]}
    />,
    "en-US",
  );
  expect(screen.getByRole("heading", { name: "Latest results" })).toBeDefined();
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^MinuteFirst draw at \d\d:01/u);
  expect(rows[1]).toMatch(/^Three-MinuteFirst draw at \d\d:03/u);
});
