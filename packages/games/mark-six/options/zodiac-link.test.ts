import { expect, test } from "vitest";
import { itemOddsKey } from "../../odds-key.ts";
import { someOf } from "../../testing/expand.ts";
import { kindsShown, PICKED_ANIMAL } from "../../testing/mark-six-views.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { mustRead } from "../../testing/prove.ts";
import { zodiacOf } from "../ball.ts";
import { zodiacsHit, zodiacsMiss } from "./zodiac-link.ts";

const view = kindsShown(PICKED_ANIMAL);

for (const linked of [2, 3, 4, 5]) {
  const shows = (numbers: readonly number[], animal: string, lunarYear: number): boolean =>
    numbers.some((ball) => zodiacOf(ball, lunarYear) === animal);
  const keyOf = (bet: readonly string[], lunarYear: number): string =>
    bet.some((animal) => animal === zodiacOf(1, lunarYear)) ? "hit/year" : "hit/other";
  proveMarkSix(
    zodiacsHit(linked),
    ({ zodiac = [] }, year) =>
      someOf(zodiac, linked).map((bet) =>
        betOn(keyOf(bet, year), (numbers) => bet.every((animal) => shows(numbers, animal, year))),
      ),
    { view },
  );
  proveMarkSix(
    zodiacsMiss(linked),
    ({ zodiac = [] }, year) =>
      someOf(zodiac, linked).map((bet) =>
        betOn(keyOf(bet, year), (numbers) => !bet.some((animal) => shows(numbers, animal, year))),
      ),
    { view },
  );
}

test("the class of a bet depends on the lunar year of the draw", () => {
  const option = zodiacsHit(2);
  const picks = mustRead(option, [{ code: "zodiac", items: ["horse", "snake", "rat"] }]);
  // 2026 is the year of the horse: ball 1 is a horse, 2 a snake. A year on they are a goat and a horse.
  const numbers = [1, 2, 3, 4, 13, 14, 15];
  expect(option.settle(picks, { numbers, lunarYear: 2026 }).wins).toEqual([
    { tier: "hit", class: "year", count: 1 },
  ]);
  expect(option.settle(picks, { numbers, lunarYear: 2027 }).wins).toEqual([
    { tier: "hit", class: "other", count: 1 },
  ]);
});

test("an animal has odds only in a known year, and a draw without its year throws", () => {
  const option = zodiacsHit(2);
  expect(itemOddsKey(option, "zodiac", "horse", 2026)).toBe("hit/year");
  expect(itemOddsKey(option, "zodiac", "horse", 2027)).toBe("hit/other");
  expect(itemOddsKey(option, "zodiac", "horse")).toBeUndefined();
  expect(itemOddsKey(option, "zodiac", "cat", 2026)).toBeUndefined();
  const picks = mustRead(option, [{ code: "zodiac", items: ["horse", "rat"] }]);
  expect(() => option.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 7] })).toThrow(RangeError);
});
