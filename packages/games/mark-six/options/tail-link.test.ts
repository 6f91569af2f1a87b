import { expect, test } from "vitest";
import { itemOddsKey } from "../../odds-key.ts";
import { someOf } from "../../testing/expand.ts";
import { kindsShown, PICKED_TAIL } from "../../testing/mark-six-views.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { tailsHit, tailsMiss } from "./tail-link.ts";

const view = kindsShown(PICKED_TAIL);

for (const linked of [2, 3, 4, 5]) {
  const shows = (numbers: readonly number[], tail: string): boolean =>
    numbers.some((ball) => String(ball).endsWith(tail));
  const keyOf = (bet: readonly string[]): string => (bet.includes("0") ? "hit/tail0" : "hit/other");
  proveMarkSix(
    tailsHit(linked),
    ({ tail: tails = [] }) =>
      someOf(tails, linked).map((bet) =>
        betOn(keyOf(bet), (numbers) => bet.every((tail) => shows(numbers, tail))),
      ),
    { view },
  );
  proveMarkSix(
    tailsMiss(linked),
    ({ tail: tails = [] }) =>
      someOf(tails, linked).map((bet) =>
        betOn(keyOf(bet), (numbers) => !bet.some((tail) => shows(numbers, tail))),
      ),
    { view },
  );
}

test("tail 0 has its own odds in every year", () => {
  expect(itemOddsKey(tailsHit(2), "tail", "0")).toBe("hit/tail0");
  expect(itemOddsKey(tailsMiss(5), "tail", "9", 2026)).toBe("hit/other");
});
