import { expect, test } from "vitest";
import { hit } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { TWO_SAME_MULTIPLE, TWO_SAME_MULTIPLE_WITHOUT_TRIPLE } from "./two-same-multiple.ts";

const times = (numbers: readonly number[], pair: string): number =>
  numbers.filter((number) => String(number) === pair[0]).length;

proveOption(TWO_SAME_MULTIPLE, ({ numbers: pairs = [] }) =>
  pairs.map((pair) => hit((numbers) => times(numbers, pair) >= 2)),
);

proveOption(TWO_SAME_MULTIPLE_WITHOUT_TRIPLE, ({ numbers: pairs = [] }) =>
  pairs.map((pair) => hit((numbers) => times(numbers, pair) === 2)),
);

test("a triple wins with the option that includes triples and loses with the one that excludes them", () => {
  const groups = [{ code: "numbers", items: ["44"] }];
  const triple = { numbers: [4, 4, 4] };
  const multiple = mustRead(TWO_SAME_MULTIPLE, groups);
  const exclusive = mustRead(TWO_SAME_MULTIPLE_WITHOUT_TRIPLE, groups);
  expect(TWO_SAME_MULTIPLE.settle(multiple, triple).wins).toEqual([{ tier: "hit", count: 1 }]);
  expect(TWO_SAME_MULTIPLE_WITHOUT_TRIPLE.settle(exclusive, triple).wins).toEqual([]);
});
