import { expect, test } from "vitest";
import { slowestFiles } from "./test-times.ts";

test("the slowest files come first, with the sum of all", () => {
  const times = { "a.test.ts": 1, "e2e/b.test.ts": 61.5, "c.test.ts": 2 };
  expect(slowestFiles(times, 2)).toBe(
    "slowest of 3 files, 65 s together:\n   61.5 s  e2e/b.test.ts\n    2.0 s  c.test.ts",
  );
});
