import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { RecentWins } from "./recent-wins.tsx";

afterEach(() => void vi.unstubAllGlobals());

const WINS = "GET /api/app/wins";
const win = { player: "mi***88", gameName: "Fast Three", prizeNo: "1", payout: "1800.00", time: 0 };

test("without a large win a text says what will appear here, and none is invented", async () => {
  fakeServer({ [WINS]: { data: [] } });
  await renderScreen(<RecentWins />, "en-US");
  await screen.findByRole("heading", { name: "Recent large wins" });
  screen.getByText("No large win yet. Only real ones are shown here, with names partly hidden.");
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

test("wins replace that text", async () => {
  fakeServer({ [WINS]: { data: [win] } });
  await renderScreen(<RecentWins />, "en-US");
  expect((await screen.findByRole("listitem")).textContent).toContain("mi***88 won 1,800.00");
  expect(screen.queryByText(/No large win yet/u)).toBeNull();
});
