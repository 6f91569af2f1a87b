import { describe, expect, test } from "vitest";
import { seeded } from "../faults/moments.ts";
import { changeOf } from "./paired.ts";

describe("a change between pairs", () => {
  test("is seen through noise that both of a pair have", () => {
    // The machine is up to three times slower in some pairs; the figure is a tenth more in each.
    const before = [100, 300, 120, 210, 90];
    const after = before.map((value, at) => value * (1.1 + 0.01 * (at % 2)));
    const change = changeOf({ before, after });
    expect(change?.beyondNoise).toBe(true);
    expect(change?.ratio).toBeCloseTo(1.104, 3);
    expect(change?.low).toBeGreaterThan(1.09);
    expect(change?.high).toBeLessThan(1.12);
  });

  test("is none if the pairs disagree", () => {
    expect(changeOf({ before: [100, 100, 100, 100], after: [130, 80, 110, 90] })?.beyondNoise).toBe(false);
  });

  test("of the same twice is beyond noise about once in twenty times", () => {
    const random = seeded(3);
    // A sum of twelve is nearly normal.
    const noisy = () =>
      Math.exp(0.05 * (Array.from({ length: 12 }, random).reduce((sum, each) => sum + each) - 6));
    let seen = 0;
    const runs = 4000;
    for (let run = 0; run < runs; run += 1) {
      const [before, after] = [Array.from({ length: 5 }, noisy), Array.from({ length: 5 }, noisy)];
      if (changeOf({ before, after })?.beyondNoise === true) seen += 1;
    }
    expect(seen / runs).toBeGreaterThan(0.035);
    expect(seen / runs).toBeLessThan(0.065);
  });

  test("needs two pairs, and figures that can be divided", () => {
    expect(changeOf({ before: [1], after: [2] })).toBeNull();
    expect(changeOf({ before: [1, 0], after: [2, 2] })).toBeNull();
    expect(changeOf({ before: [1, 1], after: [2] })).toBeNull();
  });
});
