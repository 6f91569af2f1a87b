import type { GameReturn } from "@lotus/fair/returns";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReturnsReader } from "../../../features/fairness/verifier.ts";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";

const K3: GameReturn = {
  game: "K3",
  counted: 1_300,
  stake: 100_000,
  refund: 0,
  paid: 87_000,
  exact: { low: 0.8333, high: 0.975, mostOdds: 189, leastOdds: 1.75 },
  unstated: 4,
  voided: 1,
  open: 1,
  unknownOdds: 0,
  measured: 0.87,
  band: { low: 0.801, high: 1.9, highWithoutRare: 0.952 },
  rareShare: 0,
  judged: null,
  impossible: [],
};

beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(readReturns: ReturnsReader["readReturns"]) {
  const { ReturnsCard } = await import("./returns-card.tsx");
  const words = loadCatalog("device");
  await renderScreen(<ReturnsCard reader={{ readReturns }} />, "en-US");
  await words;
  fireEvent.click(await screen.findByRole("button", { name: "Add it up on this phone" }));
}

test("a tap adds up what the games returned, beside their odds, and says what is counted", async () => {
  await open(async () => ({
    entries: 5_000,
    games: [K3, { ...K3, game: "FFC", measured: null, exact: null, band: null }],
  }));
  await screen.findByText("87.00% paid out");
  screen.getByText("By the odds: 83.33% to 97.50%");
  screen.getByText("Known with 99% certainty: between 80.10% and 95.20%");
  screen.getByText("1,300 of 1,304 draws counted");
  screen.getByText("In line with the odds");
  screen.getByText(/^Draws with five players or fewer state no sums/u);
  expect(screen.queryByText("FFC")).toBeNull();
});

test("a band that reaches far says only its lower end, and that there are too few draws", async () => {
  const few = { ...K3, band: { low: 0.0673, high: 189, highWithoutRare: 100 } };
  await open(async () => ({ entries: 1, games: [few] }));
  await screen.findByText("Known with 99% certainty: at least 6.73%");
  screen.getByText("Too few draws to tell");
  expect(screen.queryByText("In line with the odds")).toBeNull();
});

test.each([
  ["low", [], "Less than the odds allow"],
  ["high", [], "More than the odds allow"],
  ["rare", [], "Low, unless many bets were on rare prizes"],
  [null, ["202611300001"], "The book has sums that no bets can have"],
] as const)("of %s and %j it says %j", async (judged, impossible, words) => {
  await open(async () => ({ entries: 1, games: [{ ...K3, judged, impossible }] }));
  await screen.findByText(words);
});

test("a log that cannot be read, or has no sums yet, is said, and a tap tries again", async () => {
  let tries = 0;
  await open(async () => {
    tries += 1;
    if (tries === 1) throw new Error("offline");
    return { entries: 0, games: [] };
  });
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: "Add it up on this phone" }));
  await screen.findByText("No draw on the newest pages states its sums yet.");
  expect(screen.queryByRole("alert")).toBeNull();
});
