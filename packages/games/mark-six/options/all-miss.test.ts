import { expect, test } from "vitest";
import { someOf } from "../../testing/expand.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { mustRead } from "../../testing/prove.ts";
import { BALLS } from "../mark-six.ts";
import { allMiss } from "./all-miss.ts";

for (const size of [4, 5, 6, 7, 8, 9, 10, 11, 12]) {
  proveMarkSix(
    allMiss(size),
    ({ numbers: picked = [] }) =>
      someOf(picked.map(Number), size).map((bet) =>
        betOn("hit", (numbers) => !numbers.some((ball) => bet.includes(ball))),
      ),
    { view: ballsByKind(PICKED_OR_NOT, "alike") },
  );
}

test("counts exactly even if the bets are too many to be listed", () => {
  const option = allMiss(12);
  const picks = mustRead(option, [{ code: "numbers", items: BALLS }]);
  expect(option.count(picks)).toBe(92_263_734_836);
  expect(option.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 7] }).wins).toEqual([
    { tier: "hit", count: 11_058_116_888 },
  ]);
});
