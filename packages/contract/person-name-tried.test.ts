import { seededUniform } from "@lotus/games/testing/random-picks";
import { expect, test } from "vitest";
import { comparePersons } from "./person-name.ts";
import { measurePairs, pairsInWords, TEN_NAMES, variantsOf } from "./testing/names.ts";

/** What an excluded person tries, and what it costs the others. */

const PAIRS = 10_000;

test("none of 200 variants of ten names is another name, of somebody born on the same day", () => {
  const tried = TEN_NAMES.flatMap((name) => variantsOf(name).map((each) => ({ name, ...each })));
  expect(tried).toHaveLength(200);
  const count = { same: 0, near: 0, other: 0 };
  for (const { name, variant } of tried) count[comparePersons(name, variant)] += 1;
  console.log(
    `200 variants: ${count.same} are the same person, ${count.near} show documents before they play`,
  );
  expect(tried.filter(({ name, variant }) => comparePersons(name, variant) === "other")).toEqual([]);
});

test("of 10,000 pairs of different people hardly any is stopped", () => {
  const whole = seededUniform(39);
  const measured = measurePairs(comparePersons, () => whole(1_000_000) / 1_000_000, PAIRS);
  console.log(pairsInWords(measured));
  expect(measured.stopped).toBe(0);
  expect(measured.same).toEqual([]);
  expect(measured.near.length / PAIRS).toBeLessThan(0.01);
});
