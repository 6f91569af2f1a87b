import { expect, test } from "vitest";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { zodiacOf } from "../ball.ts";
import { SPECIAL_ZODIAC } from "./special-zodiac.ts";

proveMarkSix(
  SPECIAL_ZODIAC,
  ({ zodiac = [] }, lunarYear) =>
    zodiac.map((item) =>
      betOn(
        item === zodiacOf(1, lunarYear) ? "hit/year" : "hit/other",
        ([, , , , , , special = 0]) => zodiacOf(special, lunarYear) === item,
      ),
    ),
  { view: SPECIAL },
);

test("an animal's odds depend on the lunar year", () => {
  const keys = (item: string): readonly (string | undefined)[] =>
    [2026, 2027, undefined].map((lunarYear) => SPECIAL_ZODIAC.itemKey?.("zodiac", item, lunarYear));
  expect(keys("horse")).toEqual(["hit/year", "hit/other", undefined]);
  expect(keys("goat")).toEqual(["hit/other", "hit/year", undefined]);
  expect(keys("cat")).toEqual([undefined, undefined, undefined]);
});

test("49 is a ball of the year's animal and wins", () => {
  const picks = mustRead(SPECIAL_ZODIAC, [{ code: "zodiac", items: ["horse"] }]);
  expect(SPECIAL_ZODIAC.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 49], lunarYear: 2026 })).toEqual({
    wins: [{ tier: "hit", class: "year", count: 1 }],
    refunded: 0,
  });
});
