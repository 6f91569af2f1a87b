import { expect, test } from "vitest";
import { slowestFiles } from "./slowest-files.ts";

test("the slowest files come first, with the time of all together", () => {
  const file = (name: string, seconds: number) => ({
    name: `/house/${name}`,
    startTime: 5_000,
    endTime: 5_000 + seconds * 1_000,
  });
  const report = { testResults: [file("a.test.ts", 1), file("e2e/b.test.ts", 61.5), file("c.test.ts", 2)] };
  expect(slowestFiles(report, "/house", 2)).toBe(
    "slowest of 3 files, 65 s together:\n   61.5 s  e2e/b.test.ts\n    2.0 s  c.test.ts",
  );
});
