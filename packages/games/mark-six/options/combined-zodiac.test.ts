import { expect, test } from "vitest";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { zodiacOf } from "../ball.ts";
import { COMBINED_ZODIAC } from "./combined-zodiac.ts";

proveMarkSix(
  COMBINED_ZODIAC,
  ({ zodiac = [] }, lunarYear) => {
    const animals = zodiac.includes(zodiacOf(1, lunarYear)) ? "year" : "other";
    return [
      betOn(
        `zodiacs${String(zodiac.length)}/${animals}`,
        ([, , , , , , special = 0]) => zodiac.includes(zodiacOf(special, lunarYear)),
        ([, , , , , , special]) => special === 49,
      ),
    ];
  },
  { view: SPECIAL },
);

test("49 returns the stake even to the animal of the year", () => {
  const picks = mustRead(COMBINED_ZODIAC, [{ code: "zodiac", items: ["horse", "rat"] }]);
  expect(COMBINED_ZODIAC.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 49], lunarYear: 2026 })).toEqual({
    wins: [],
    refunded: 1,
  });
});
