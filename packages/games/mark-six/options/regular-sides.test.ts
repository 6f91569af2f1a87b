import { expect, test } from "vitest";
import { BALLS_OF, fits } from "../../proof/balls.ts";
import { betOn, proveMarkSix } from "../../proof/mark-six.ts";
import { ballAt } from "../../proof/mark-six-views.ts";
import { mustRead } from "../../proof/prove.ts";
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
