import { expect, test } from "vitest";
import { choices } from "./combinations.ts";

test.each([
  [10, 0, 1],
  [10, 5, 252],
  [49, 6, 13_983_816],
  [49, 12, 92_263_734_836],
  [4, 5, 0],
  [5, -1, 0],
])("C(%i, %i) is %i", (n, k, ways) => {
  expect(choices(n, k)).toBe(ways);
});

test("each is the sum of the two above it in Pascal's triangle", () => {
  for (let n = 1; n <= 49; n++)
    for (let k = 1; k <= n; k++) expect(choices(n, k)).toBe(choices(n - 1, k - 1) + choices(n - 1, k));
});
