import { expect, test } from "vitest";
import { fits } from "../../testing/balls.ts";
import { betOn, proveMarkSix, type ExpandMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { HALF_HALF_WAVE, HALF_WAVE } from "./half-wave.ts";

const expand: ExpandMarkSix = ({ wave = [] }) =>
  wave.map((item) =>
    betOn(
      `hit/${item}`,
      ([, , , , , , special = 0]) => fits(item, special),
      ([, , , , , , special]) => special === 49,
    ),
  );

proveMarkSix(HALF_WAVE, expand, { view: SPECIAL });
proveMarkSix(HALF_HALF_WAVE, expand, { view: SPECIAL });

test("49 returns the stake whatever the colour", () => {
  const picks = mustRead(HALF_WAVE, [{ code: "wave", items: ["red-big", "green-odd"] }]);
  expect(HALF_WAVE.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 49], lunarYear: 2026 })).toEqual({
    wins: [],
    refunded: 2,
  });
});
