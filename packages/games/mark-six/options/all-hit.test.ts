import { expect, test } from "vitest";
import { someOf } from "../../testing/expand.ts";
import { ballsByKind, PICKED_OR_NOT } from "../../testing/mark-six-views.ts";
import { betOn, proveMarkSix } from "../../testing/mark-six.ts";
import { mustRead } from "../../testing/prove.ts";
import { allHit } from "./all-hit.ts";

test.each([
  ["LM.SIQZ", 4],
  ["LM.SQZ", 3],
  ["LM.EQZ", 2],
])("%s does not count the special ball", (code, size) => {
  const option = allHit(code, size);
  const picks = mustRead(option, [{ code: "numbers", items: ["1", "2", "3", "4"].slice(-size) }]);
  expect(option.settle(picks, { numbers: [1, 2, 3, 4, 5, 6, 7] }).wins).toEqual([{ tier: "hit", count: 1 }]);
  expect(option.settle(picks, { numbers: [1, 2, 3, 9, 5, 6, 4] }).wins).toEqual([]);
});

for (const [code, size] of [["LM.SIQZ", 4] as const, ["LM.SQZ", 3] as const, ["LM.EQZ", 2] as const]) {
  proveMarkSix(
    allHit(code, size),
    ({ numbers: picked = [] }) =>
      someOf(picked.map(Number), size).map((bet) =>
        betOn("hit", (numbers) => bet.every((number) => numbers.slice(0, 6).includes(number))),
      ),
    { view: ballsByKind(PICKED_OR_NOT, "ignored") },
  );
}
