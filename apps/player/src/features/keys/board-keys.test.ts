import { expect, test } from "vitest";
import { readDigits } from "./board-keys.ts";

const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test.each([
  ["ten digits", upTo(0, 9), "0", "0", false],
  ["one to ten: 0 is ten", upTo(1, 10), "0", "10", false],
  ["one to ten: 1 is one at once", upTo(1, 10), "1", "1", false],
  ["forty-nine balls: 1 may begin 19", upTo(1, 49), "1", "1", true],
  ["forty-nine balls: 19", upTo(1, 49), "19", "19", false],
  ["forty-nine balls: 7 begins nothing else", upTo(1, 49), "7", "7", false],
  ["forty-nine balls: 01 is one at once", upTo(1, 49), "01", "1", false],
  ["sums: 1 alone is none of them", upTo(3, 18), "1", undefined, true],
  ["sums: 12", upTo(3, 18), "12", "12", false],
  ["triples are typed whole", ["111", "222"], "11", undefined, true],
  ["what is no number of the group is none", upTo(1, 6), "9", undefined, false],
])("%s", (_, ids, digits, found, waits) => {
  expect(readDigits(ids, digits)).toEqual({ found, waits });
});
