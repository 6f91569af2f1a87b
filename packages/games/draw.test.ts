import { describe, expect, test } from "vitest";
import { drawFor, isDraw, numbersByStep, type DrawFamily, type Uniform } from "./draw.ts";

/** A scripted source of random numbers that records the requested bounds. */
function scripted(answers: (n: number) => number): { uniform: Uniform; bounds: number[] } {
  const bounds: number[] = [];
  return {
    bounds,
    uniform: (n) => {
      bounds.push(n);
      return answers(n);
    },
  };
}

const FAMILIES: DrawFamily[] = ["five-digits", "dice", "racing", "mark-six"];

describe("random choices of a family, in order", () => {
  test.each([
    ["five-digits", [10, 10, 10, 10, 10]],
    ["dice", [6, 6, 6]],
    ["racing", [10, 9, 8, 7, 6, 5, 4, 3, 2]],
    ["mark-six", [49, 48, 47, 46, 45, 44, 43]],
  ] as const)("%s", (family, expected) => {
    const { uniform, bounds } = scripted(() => 0);
    drawFor(family)(uniform);
    expect(bounds).toEqual(expected);
  });
});

describe("results of the lowest and the highest choices", () => {
  const lowest = () => 0;
  const highest = (n: number) => n - 1;
  test.each([
    ["five-digits", lowest, [0, 0, 0, 0, 0]],
    ["five-digits", highest, [9, 9, 9, 9, 9]],
    ["dice", lowest, [1, 1, 1]],
    ["dice", highest, [6, 6, 6]],
    ["racing", lowest, [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]],
    ["racing", highest, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["mark-six", lowest, [1, 2, 3, 4, 5, 6, 7]],
    ["mark-six", highest, [49, 1, 2, 3, 4, 5, 6]],
  ] as const)("%s", (family, answers, expected) => {
    expect(drawFor(family)(answers)).toEqual(expected);
  });
});

test("racing reaches every order of three cars in front equally often", () => {
  // The last three places decide the shuffle of what is left: fix the others, run through all of U(4) U(3) U(2).
  const seen = new Map<string, number>();
  for (let code = 0; code < 24; code++) {
    const choices: Record<number, number> = {
      4: code % 4,
      3: Math.floor(code / 4) % 3,
      2: Math.floor(code / 12),
    };
    const cars = drawFor("racing")((n) => choices[n] ?? n - 1);
    seen.set(cars.join(), (seen.get(cars.join()) ?? 0) + 1);
  }
  expect(seen.size).toBe(24);
});

describe("isDraw", () => {
  test("accepts draws of each family", () => {
    let state = 1;
    for (const family of FAMILIES)
      for (let i = 0; i < 50; i++) {
        const numbers = drawFor(family)((n) => (state = (state * 48_271) % 2_147_483_647) % n);
        expect(isDraw(family, numbers), `${family} ${numbers.join(" ")}`).toBe(true);
      }
  });

  test.each([
    ["five-digits", [1, 2, 3, 4]],
    ["five-digits", [1, 2, 3, 4, 10]],
    ["five-digits", [1, 2, 3, 4, -1]],
    ["five-digits", [1, 2, 3, 4, 0.5]],
    ["dice", [0, 1, 2]],
    ["dice", [1, 2, 7]],
    ["dice", [1, 2, 3, 4]],
    ["racing", [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]],
    ["racing", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ["racing", [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ["mark-six", [1, 2, 3, 4, 5, 6, 6]],
    ["mark-six", [1, 2, 3, 4, 5, 6, 50]],
    ["mark-six", [1, 2, 3, 4, 5, 6]],
  ] as const)("refuses %s %j", (family, numbers) => {
    expect(isDraw(family, numbers)).toBe(false);
  });
});

describe("the number of each choice", () => {
  test.each(FAMILIES)("%s: each number is listed once, and sorting by place restores the draw", (family) => {
    const steps: { readonly n: number; readonly value: number | null }[] = [];
    let state = 1;
    const numbers = drawFor(family)((n) => {
      state = (state * 48_271) % 2_147_483_647;
      if (state % 3 === 0) steps.push({ n, value: null });
      steps.push({ n, value: state % n });
      return state % n;
    });
    const settled = numbersByStep(family, steps, numbers);
    expect(settled.toSorted((a, b) => a.place - b.place).map(({ number }) => number)).toEqual(numbers);
    expect(settled.flatMap((each) => each.steps)).toEqual(steps);
  });

  test("a change of the last choice changes only its own number", () => {
    for (const family of ["dice", "racing", "mark-six"] as const) {
      const of = (last: number) => {
        const steps: { readonly value: number }[] = [];
        const final = { dice: 3, racing: 9, "mark-six": 7 }[family];
        const numbers = drawFor(family)(() => {
          const value = steps.length === final - 1 ? last : 0;
          steps.push({ value });
          return value;
        });
        return numbersByStep(family, steps, numbers).map(({ number }) => number);
      };
      const [before, after] = [of(0), of(1)];
      const changed = before.flatMap((number, at) => (number === after[at] ? [] : [at]));
      expect(changed, family).toEqual({ dice: [2], racing: [8, 9], "mark-six": [6] }[family]);
    }
  });
});
