import { expect, test } from "vitest";
import { digitShape } from "./five-digits/facts.ts";
import { facts } from "./facts.ts";
import { colourOf, sidesOf, zodiacOf } from "./mark-six/ball.ts";
import { everyDraw } from "./testing/draws.ts";

test("five digits", () => {
  expect(facts("SFC", [9, 0, 8, 3, 3])).toEqual({
    family: "five-digits",
    sum: 23,
    bigSmall: "big",
    oddEven: "odd",
    dragonTiger: "dragon",
    firstThree: "straight",
    middleThree: "mixed",
    lastThree: "pair",
  });
});

test.each([
  [[9, 9, 5, 0, 0], "big", "dragon"],
  [[0, 9, 9, 4, 0], "small", "tie"],
  [[0, 0, 0, 0, 1], "small", "tiger"],
])("five digits %j are %s and %s", (numbers, bigSmall, dragonTiger) => {
  expect(facts("FFC", numbers)).toMatchObject({ bigSmall, dragonTiger });
});

test.each([
  ["triple", 10],
  ["straight", 60],
  ["pair", 270],
  ["half-straight", 360],
  ["mixed", 300],
] as const)("of a thousand three-digit numbers the %s has %i", (shape, count) => {
  const shapes = everyDraw("five-digits").filter(([a, b]) => a === 0 && b === 0);
  expect(shapes.filter((numbers) => digitShape(numbers.slice(2)) === shape)).toHaveLength(count);
});

test("three dice", () => {
  expect(facts("K3", [6, 4, 5])).toEqual({
    family: "dice",
    sum: 15,
    bigSmall: "big",
    oddEven: "odd",
    shape: "straight",
  });
  expect(facts("K3", [2, 2, 2])).toMatchObject({ bigSmall: "small", oddEven: "even", shape: "triple" });
  expect(facts("K3", [6, 4, 1])).toMatchObject({ bigSmall: "big", shape: "mixed" });
  expect(facts("K3", [6, 3, 1])).toMatchObject({ bigSmall: "small" });
  expect(facts("K3", [1, 6, 1])).toMatchObject({ shape: "pair" });
  expect(facts("K3", [1, 3, 5])).toMatchObject({ shape: "mixed" });
});

test("a race", () => {
  expect(facts("XYFT", [10, 2, 3, 4, 5, 6, 7, 8, 9, 1])).toMatchObject({
    topTwoSum: 12,
    topTwoBigSmall: "big",
    topTwoOddEven: "even",
    dragonTiger: ["dragon", "tiger", "tiger", "tiger", "tiger"],
  });
  expect(facts("PK10", [5, 6, 1, 2, 3, 4, 7, 8, 9, 10])).toMatchObject({
    topTwoBigSmall: "small",
    sides: expect.arrayContaining([{ bigSmall: "small", oddEven: "odd" }]) as unknown,
  });
});

test("seven balls", () => {
  const found = facts("LHC", [1, 2, 3, 4, 5, 6, 49], 2026);
  expect(found).toMatchObject({
    family: "mark-six",
    total: 70,
    totalBigSmall: "small",
    totalOddEven: "even",
  });
  expect(found).toMatchObject({
    special: { number: 49, colour: "green", zodiac: "horse", bigSmall: "tie", head: 4, tail: 9 },
  });
  expect(() => facts("LHC", [1, 2, 3, 4, 5, 6, 7])).toThrow("lunar year");
});

test("the total of a race is big from twelve, that of seven balls from 175", () => {
  expect(facts("PK10", [1, 10, 2, 3, 4, 5, 6, 7, 8, 9])).toMatchObject({
    topTwoSum: 11,
    topTwoBigSmall: "small",
  });
  expect(facts("LHC", [49, 48, 47, 1, 2, 3, 25], 2026)).toMatchObject({ total: 175, totalBigSmall: "big" });
  expect(facts("LHC", [49, 48, 47, 1, 2, 3, 24], 2026)).toMatchObject({ total: 174, totalBigSmall: "small" });
});

test("ball 1 has the animal of the year, and further balls those of earlier years", () => {
  expect([1, 2, 12, 13, 49].map((ball) => zodiacOf(ball, 2026))).toEqual([
    "horse",
    "snake",
    "goat",
    "horse",
    "horse",
  ]);
  expect(zodiacOf(1, 2020)).toBe("rat");
  expect(zodiacOf(49, 1990)).toBe("horse");
});

test("17 balls are red, 16 blue and 16 green", () => {
  const colours = Array.from({ length: 49 }, (_, at) => colourOf(at + 1));
  const count = (colour: string): number => colours.filter((each) => each === colour).length;
  expect([count("red"), count("blue"), count("green")]).toEqual([17, 16, 16]);
});

test("each side has 24 of the 48 balls that take sides", () => {
  const balls = Array.from({ length: 48 }, (_, at) => sidesOf(at + 1));
  for (const side of ["bigSmall", "sumBigSmall", "tailBigSmall"] as const) {
    expect(balls.filter((ball) => ball[side] === "big")).toHaveLength(24);
  }
  for (const side of ["oddEven", "sumOddEven"] as const) {
    expect(balls.filter((ball) => ball[side] === "odd")).toHaveLength(24);
  }
});
