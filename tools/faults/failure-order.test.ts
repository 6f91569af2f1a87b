import { expect, test } from "vitest";
import { failuresOf } from "./failure-order.ts";
import { seeded } from "./moments.ts";

test("two rounds are the primary killed and the leader frozen, whatever the seed", () => {
  for (const seed of [1, 2, 3])
    expect(failuresOf(2, seeded(seed))).toEqual(["primary-killed", "leader-frozen"]);
});

test("every failure comes before one comes again, and a seed says in which order", () => {
  const names = failuresOf(20, seeded(7));
  expect(new Set(names.slice(0, 10)).size).toBe(10);
  expect(new Set(names.slice(10)).size).toBe(10);
  expect(failuresOf(20, seeded(7))).toEqual(names);
  expect(failuresOf(20, seeded(8))).not.toEqual(names);
});
