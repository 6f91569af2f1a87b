import { expect, test } from "vitest";
import { fits, fitsAnimals } from "../../testing/balls.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { SPECIAL } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { SPECIAL_SIDES } from "./special-sides.ts";

const isTie = ([, , , , , , special]: readonly number[]): boolean => special === 49;

proveMarkSix(
  SPECIAL_SIDES,
  ({ side = [] }, lunarYear) =>
    side.map((item) =>
      betOn(
        `hit/${item}`,
        ([, , , , , , special = 0]) =>
          item === "domestic" || item === "wild"
            ? fitsAnimals(item, special, lunarYear)
            : fits(item, special),
        isTie,
      ),
    ),
  { view: SPECIAL },
);

const settle = (items: readonly string[], special: number, lunarYear?: number) =>
  SPECIAL_SIDES.settle(mustRead(SPECIAL_SIDES, [{ code: "side", items }]), {
    numbers: [1, 2, 3, 4, 5, 6, special],
    ...(lunarYear === undefined ? {} : { lunarYear }),
  });

test("49 returns every stake", () => {
  expect(settle(["big", "odd", "sum-big", "tail-big", "big-odd", "wild", "domestic"], 49, 2026)).toEqual({
    wins: [],
    refunded: 7,
  });
});

test("ball 7 is wild in the year of the horse and domestic in that of the goat", () => {
  // Seven counts back to the rat from the horse, and to the ox from the goat.
  expect(settle(["domestic", "wild"], 7, 2026).wins).toEqual([{ tier: "hit", class: "wild", count: 1 }]);
  expect(settle(["domestic", "wild"], 7, 2027).wins).toEqual([{ tier: "hit", class: "domestic", count: 1 }]);
});

test("a draw without its lunar year is a bug", () => {
  expect(() => settle(["wild"], 7)).toThrow(RangeError);
});
