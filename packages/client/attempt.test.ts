import { expect, test } from "vitest";
import { AttemptKey } from "./attempt.ts";

test("a retry has the key of the first attempt; another request, or a repetition after a response, has a new one", () => {
  const attempt = new AttemptKey();
  const first = attempt.keyFor("demo 10.00");
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
  expect(attempt.keyFor("demo 10.00")).toBe(first);
  const other = attempt.keyFor("demo 20.00");
  expect(other).not.toBe(first);
  attempt.settle();
  expect(attempt.keyFor("demo 20.00")).not.toBe(other);
});
