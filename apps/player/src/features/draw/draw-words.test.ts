import { facts, ZODIAC } from "@lotus/games";
import { beforeAll, expect, test } from "vitest";
import { activateLocale, word } from "../../i18n/i18n.ts";
import { animalsOf, drawWords, spokenNumbers } from "./draw-words.ts";
import { factLine } from "./fact-words.ts";

const SEVEN = [25, 26, 20, 29, 37, 30, 40];
const result = (game: "LHC" | "PK10" | "K3" | "FFC", numbers: readonly number[], lunarYear?: number) => ({
  facts: { ...facts(game, numbers, lunarYear) },
});

beforeAll(() => activateLocale("en-US"));

test("the animals of a draw are those of the lunar year it was drawn in, in the order drawn", () => {
  const [horse, goat] = [2026, 2027].map((year) => animalsOf(result("LHC", SEVEN, year)));
  expect(horse?.slice(0, 2)).toEqual(["horse", "snake"]);
  expect(horse).toHaveLength(7);
  // A year later every ball bears the next animal.
  expect(goat).toEqual(horse?.map((animal) => ZODIAC[(ZODIAC.indexOf(animal) + 1) % 12]));
});

test("the special number of Mark Six, and only that, is announced as such", () => {
  expect(spokenNumbers("mark-six", SEVEN, word)).toBe("25 26 20 29 37 30, special number 40");
  expect(spokenNumbers("racing", [3, 1, 2], word)).toBe("3 1 2");
});

test("other games have no animals, and facts that cannot be read give none", () => {
  expect(animalsOf(result("K3", [4, 1, 6]))).toEqual([]);
  expect(animalsOf({ facts: { balls: [{ number: 1, zodiac: "unicorn" }] } })).toEqual([]);
  expect(animalsOf({ facts: { balls: "seven" } })).toEqual([]);
});

test("texts beside a draw are in the reader's language", () => {
  const words = drawWords(result("LHC", SEVEN, 2026), { t: word, locale: "en-US" });
  expect(words.animals?.[0]).toEqual({ zodiac: "horse", name: "Horse" });
  expect(drawWords(result("K3", [4, 1, 6]), { t: word, locale: "en-US" })).toEqual({
    sum: "11",
    sides: "Big\u00a0· Odd",
    locale: "en-US",
  });
});

test.each([
  ["FFC", [8, 2, 5, 9, 8], "Sum 32 · Big · Even"],
  ["K3", [4, 1, 6], "Sum 11 · Big · Odd"],
  ["PK10", [9, 10, 6, 1, 2, 3, 4, 8, 7, 5], "Top two 19 · Big · Odd"],
  ["LHC", SEVEN, "Sum 207 · Big · Odd"],
] as const)("%s is said in one line", (game, numbers, line) => {
  expect(factLine(result(game, numbers, 2026), word)).toBe(line);
});
