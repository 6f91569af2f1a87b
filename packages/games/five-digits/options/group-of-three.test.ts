import { expect, test } from "vitest";
import { hit, someOf, sorted } from "../../proof/expand.ts";
import { mustRead, proveOption } from "../../proof/prove.ts";
import { LAST_THREE } from "../five-digits.ts";
import { groupOfThree } from "./group-of-three.ts";

const LAST = groupOfThree("HS.Z3", LAST_THREE);

proveOption(LAST, ({ numbers: digits = [] }) =>
  someOf(digits.map(Number), 2)
    .flatMap(([a = 0, b = 0]) => [
      [a, a, b],
      [b, b, a],
    ])
    .map((bet) => hit((numbers) => sorted(numbers.slice(2)) === sorted(bet))),
);

test("a triple loses, and so does a pair outside its three places", () => {
  const picks = mustRead(LAST, [{ code: "numbers", items: ["7", "8"] }]);
  expect(LAST.settle(picks, { numbers: [8, 7, 7, 7, 7] }).wins).toEqual([]);
  expect(LAST.settle(picks, { numbers: [7, 7, 8, 0, 1] }).wins).toEqual([]);
  expect(LAST.settle(picks, { numbers: [0, 0, 7, 8, 7] }).wins).toEqual([{ tier: "hit", count: 1 }]);
});
