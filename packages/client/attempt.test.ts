import { expect, test } from "vitest";
import { AttemptKey } from "./attempt.ts";

test("a retry has the key of the first try; something else, or the same once more after an answer, has another", () => {
  const attempt = new AttemptKey();
  const first = attempt.keyFor("demo 10.00");
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
  expect(attempt.keyFor("demo 10.00")).toBe(first);
  const other = attempt.keyFor("demo 20.00");
  expect(other).not.toBe(first);
  attempt.settle();
  expect(attempt.keyFor("demo 20.00")).not.toBe(other);
});
