import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { ReturnsCard } from "./returns-card.tsx";

const ROW = {
  gameCode: "K3",
  counted: 1_438,
  drawn: 1_440,
  turnover: "12000.50",
  payouts: "10440.44",
  allTurnover: "12010.50",
  agrees: true,
  measured: "87.00",
  exact: { low: "83.33", high: "97.50" },
  band: { low: "80.10", high: "95.20" },
  judged: null as string | null,
};

async function renderCard(...list: readonly object[]) {
  const call = vi.fn(() => Promise.resolve({ days: 2, list }));
  // The card calls nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await renderPart(<ReturnsCard />, { role: "support", call: call as unknown as Desk["call"] });
}

test("what a game returned is shown beside its exact return, with the range, what is counted, and the books", async () => {
  await renderCard(ROW);
  const row = (await screen.findAllByRole("row"))[1];
  const text = row?.textContent ?? "";
  for (const part of ["87.00 %", "83.33 %", "97.50 %", "80.10 %", "95.20 %", "1,438 of 1,440", "12,000.50"])
    expect(text).toContain(part);
  expect(text).toContain("In line");
  expect(text).toContain("As in the books");
});

test("what the odds do not allow, and books that differ, are marked", async () => {
  await renderCard(
    { ...ROW, judged: "low", agrees: false },
    { ...ROW, gameCode: "FFC", judged: "high" },
    { ...ROW, gameCode: "SFC", judged: "rare" },
    { ...ROW, gameCode: "LHC", band: { low: "6.73", high: "10000.00" } },
    { ...ROW, gameCode: "WFC", counted: 0, measured: null, exact: null, band: null },
  );
  const [, k3, ffc, sfc, lhc, wfc] = await screen.findAllByRole("row");
  const shown = [k3, ffc, sfc, lhc, wfc].map((row) => (row === undefined ? null : within(row)));
  shown[0]?.getByText("Too low for the odds");
  shown[0]?.getByText("Not as in the books");
  shown[1]?.getByText("Too high for the odds");
  shown[2]?.getByText("Low, unless rare prizes explain it");
  shown[3]?.getByText("Too few draws to tell");
  shown[3]?.getByText("at least 6.73 %");
  shown[4]?.getByText("No sums");
});

test("before the first draw of two days the table says so", async () => {
  await renderCard();
  await screen.findByText("No draw settled since yesterday");
});
