import { expect, test } from "vitest";
import { someOf } from "../../testing/expand.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { betOn, LOSES, proveMarkSix } from "../../testing/mark-six.ts";
import { mustRead } from "../../testing/prove.ts";
import { SPECIAL_STRING, TWO_HIT_SPECIAL } from "./two-hit-special.ts";

const view = ballsByKind(PICKED_OR_NOT, "apart");
const isRegular = (numbers: readonly number[], ball: number): boolean =>
  numbers.indexOf(ball) >= 0 && numbers.indexOf(ball) < 6;
const isSpecial = (numbers: readonly number[], ball: number): boolean => numbers[6] === ball;

proveMarkSix(
  TWO_HIT_SPECIAL,
  ({ numbers: picked = [] }) =>
    someOf(picked.map(Number), 2).map(([a = 0, b = 0]) => ({
      keys: ["two", "special"],
      verdict: (numbers) => {
        if (isRegular(numbers, a) && isRegular(numbers, b)) return "two";
        if (isRegular(numbers, a) && isSpecial(numbers, b)) return "special";
        return isSpecial(numbers, a) && isRegular(numbers, b) ? "special" : LOSES;
      },
    })),
  { view },
);

proveMarkSix(
  SPECIAL_STRING,
  ({ numbers: picked = [] }) =>
    someOf(picked.map(Number), 2).map(([a = 0, b = 0]) =>
      betOn("hit", (numbers) =>
        isSpecial(numbers, a) ? isRegular(numbers, b) : isSpecial(numbers, b) && isRegular(numbers, a),
      ),
    ),
  { view },
);

test("two regular balls win one tier of two hit special and nothing of a special string", () => {
  const groups = [{ code: "numbers", items: ["1", "2", "7"] }];
  const draw = { numbers: [1, 2, 3, 4, 5, 6, 7] };
  expect(TWO_HIT_SPECIAL.settle(mustRead(TWO_HIT_SPECIAL, groups), draw).wins).toEqual([
    { tier: "two", count: 1 },
    { tier: "special", count: 2 },
  ]);
  expect(SPECIAL_STRING.settle(mustRead(SPECIAL_STRING, groups), draw).wins).toEqual([
    { tier: "hit", count: 2 },
  ]);
  expect(TWO_HIT_SPECIAL.shared).toEqual([["two", "special"]]);
});
