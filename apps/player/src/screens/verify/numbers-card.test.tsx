import { verifyRound } from "@lotus/beacon/verify";
import { checkDraw } from "@lotus/fair";
import { SAMPLE_TRUST, sampleDocument, sampleEntries, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor, type DrawFamily } from "@lotus/games";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadCatalog } from "../../i18n/i18n.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { NumbersCard } from "./numbers-card.tsx";

/** The sample's numbers in a family, and the lines that lead to them. */
async function workings(family: DrawFamily): Promise<{ numbers: number[]; lines: string[] }> {
  const draw = drawFor(family);
  const numbers = sampleNumbers(draw);
  const document = sampleDocument(sampleEntries(numbers));
  const report = checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound });
  await renderScreen(null, "en-US");
  await loadCatalog("verify");
  await renderScreen(<NumbersCard report={report} family={family} />, "en-US");
  const lines = screen.getAllByRole("listitem").map((item) => item.textContent);
  return { numbers, lines };
}

const numberIn = (line: string) => Number(/→ (\d+)$/u.exec(line)?.[1]);

test("five digits: what is left over of each byte", async () => {
  const { numbers, lines } = await workings("five-digits");
  expect(lines.length).toBe(5);
  for (const [at, line] of lines.entries())
    expect(line).toMatch(new RegExp(`÷ 10 leaves ${numbers[at]} → ${numbers[at]}$`, "u"));
});

test("three dice: the face, which is one more than what is left over", async () => {
  const { numbers, lines } = await workings("dice");
  expect(lines.length).toBe(3);
  for (const [at, line] of lines.entries())
    expect(line).toMatch(new RegExp(`÷ 6 leaves ${(numbers[at] ?? 0) - 1} → ${numbers[at]}$`, "u"));
});

test("ten cars: each with its place, the champion being what is left", async () => {
  const { numbers, lines } = await workings("racing");
  expect(lines.map(numberIn).toReversed()).toEqual(numbers);
  expect(lines[0]).toMatch(/^Place 10: .*÷ 10 leaves/u);
  expect(lines[9]).toBe(`Place 1: the one left → ${numbers[0]}`);
});

test("seven balls: among ever fewer", async () => {
  const { numbers, lines } = await workings("mark-six");
  expect(lines.map(numberIn)).toEqual(numbers);
  for (const [at, line] of lines.entries()) expect(line).toContain(`÷ ${49 - at} leaves`);
});
