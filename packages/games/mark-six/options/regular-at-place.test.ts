import { expect, test } from "vitest";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { ballAt } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { possiblePayout } from "../../settle.ts";
import { REGULAR_AT_PLACE } from "./regular-at-place.ts";

proveMarkSix(
  REGULAR_AT_PLACE,
  (picked) =>
    Object.entries(picked).flatMap(([group, items]) =>
      items.map((item) => betOn("hit", (drawn) => drawn[Number(group.slice(4)) - 1] === Number(item))),
    ),
  { view: ballAt((group) => group) },
);

const ALL = REGULAR_AT_PLACE.board.groups[0]?.items ?? [];
const WITHOUT_1 = ALL.slice(1);

test.each([
  [{ ball1: ["7"], ball2: ["7"] }, 1, 1],
  [{ ball1: ["7"], ball2: ["7", "8"], ball3: ["9"] }, 1, 3],
  [{ ball1: ["7", "8"], ball2: ["7", "8"], ball3: ["7", "8"] }, 1, 2],
  // Ball 1 alone escapes both places, and it can stand in one of them only.
  [{ ball1: WITHOUT_1, ball2: WITHOUT_1 }, 1, 2],
  [{ ball1: WITHOUT_1, ball2: WITHOUT_1, ball3: WITHOUT_1 }, 2, 3],
  [{ ball1: ALL, ball2: ALL, ball4: ["3"] }, 2, 3],
  [{ ball1: ALL, ball2: ALL, ball3: ALL, ball4: ALL, ball5: ALL, ball6: ALL }, 6, 6],
])("%# wins at least and at most so many bets", (picked, least, most) => {
  const groups = Object.entries(picked).map(([code, items]) => ({ code, items }));
  const picks = mustRead(REGULAR_AT_PLACE, groups);
  expect(possiblePayout(REGULAR_AT_PLACE, picks, 100n, { hit: 10_000n })).toEqual({
    min: BigInt(least) * 100n,
    max: BigInt(most) * 100n,
  });
});
