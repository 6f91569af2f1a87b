import { expect, test } from "vitest";
import { someOf } from "../../testing/expand.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { LOSES, proveMarkSix } from "../../testing/mark-six.ts";
import { mustRead } from "../../testing/prove.ts";
import { THREE_HIT_TWO } from "./three-hit-two.ts";

proveMarkSix(
  THREE_HIT_TWO,
  ({ numbers: picked = [] }) =>
    someOf(picked.map(Number), 3).map((bet) => ({
      keys: ["two", "three"],
      verdict: (numbers) => {
        const caught = numbers.slice(0, 6).filter((ball) => bet.includes(ball)).length;
        return caught === 3 ? "three" : caught === 2 ? "two" : LOSES;
      },
    })),
  { view: ballsByKind(PICKED_OR_NOT, "ignored") },
);

test("three hits win only the better tier, and both tiers together stay below 100 %", () => {
  const picks = mustRead(THREE_HIT_TWO, [{ code: "numbers", items: ["1", "2", "3", "49"] }]);
  expect(THREE_HIT_TWO.settle(picks, { numbers: [3, 2, 1, 10, 11, 12, 49] }).wins).toEqual([
    { tier: "two", count: 3 },
    { tier: "three", count: 1 },
  ]);
  expect(THREE_HIT_TWO.shared).toEqual([["two", "three"]]);
});
