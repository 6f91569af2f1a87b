import { expect, test } from "vitest";
import { oddsKeysOf } from "../../odds-key.ts";
import { BALLS_OF, fits } from "../../testing/balls.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { ballAt } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { payoutOf, possiblePayout } from "../../settle.ts";
import { REGULAR_SIDES } from "./regular-sides.ts";

const COLOURS = new Set(["red", "blue", "green"]);

proveMarkSix(
  REGULAR_SIDES,
  (picked) =>
    Object.entries(picked).flatMap(([group, items]) => {
      const place = Number(group.slice(4)) - 1;
      return items.map((item) =>
        COLOURS.has(item)
          ? betOn(item, (drawn) => BALLS_OF[item]?.includes(drawn[place] ?? 0) ?? false)
          : betOn(
              `side/${item}`,
              (drawn) => fits(item, drawn[place] ?? 0),
              (drawn) => drawn[place] === 49,
            ),
      );
    }),
  { view: ballAt((group) => group), bounds: "loose" },
);

test("49 returns the stakes of its sides and wins as green", () => {
  const picks = mustRead(REGULAR_SIDES, [
    { code: "ball2", items: ["big", "odd", "green", "red"] },
    { code: "ball3", items: ["small"] },
  ]);
  expect(REGULAR_SIDES.settle(picks, { numbers: [1, 49, 3, 4, 5, 6, 7], lunarYear: 2026 })).toEqual({
    wins: [
      { tier: "side", class: "small", count: 1 },
      { tier: "green", count: 1 },
    ],
    refunded: 2,
  });
});

test("the maximum is not too low if rounding favours a mixture of two sides", () => {
  const picks = mustRead(REGULAR_SIDES, [
    { code: "ball1", items: ["big", "small"] },
    { code: "ball2", items: ["big", "small"] },
    { code: "ball3", items: ["big"] },
    { code: "ball4", items: ["small"] },
  ]);
  const odds = Object.fromEntries(oddsKeysOf(REGULAR_SIDES).map(({ key }) => [key, 19_400n]));
  // A bet pays 242.5: two and two pay 485 twice, three and one 727 and 242.
  const outcome = REGULAR_SIDES.settle(picks, { numbers: [48, 1, 47, 2, 5, 6, 7] });
  expect(payoutOf(outcome, 125n, odds)).toBe(970n);
  expect(possiblePayout(REGULAR_SIDES, picks, 125n, odds)).toEqual({ min: 242n, max: 970n });
});
