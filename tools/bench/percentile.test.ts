import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test("a percentile is the sample at its rank", () => {
  const samples = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(samples, 0.5)).toBe(50);
  expect(percentile(samples, 0.99)).toBe(99);
  expect(percentile(samples, 1)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
