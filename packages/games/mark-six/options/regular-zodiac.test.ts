import { parseOdds } from "@lotus/money";
import { expect, test } from "vitest";
import { defaultOdds } from "../../odds.ts";
import { proveMarkSix, LOSES } from "../../testing/mark-six.ts";
import { ballsByKind, PICKED_ANIMAL } from "../../testing/mark-six-views.ts";
import { mustRead } from "../../testing/prove.ts";
import { payoutOf } from "../../settle.ts";
import { zodiacOf } from "../ball.ts";
import { REGULAR_ZODIAC } from "./regular-zodiac.ts";

proveMarkSix(
  REGULAR_ZODIAC,
  ({ zodiac = [] }, lunarYear) =>
    zodiac.map((item) => {
      const animal = item === zodiacOf(1, lunarYear) ? "year" : "other";
      const keys = [1, 2, 3, 4].map((hits) => `hits${String(hits)}/${animal}`);
      if (animal === "year") keys.push("hits5");
      return {
        keys,
        verdict: (drawn) => {
          const hits = drawn.slice(0, 6).filter((ball) => zodiacOf(ball, lunarYear) === item).length;
          return hits === 0 ? LOSES : (keys[hits - 1] ?? "");
        },
      };
    }),
  { view: ballsByKind(PICKED_ANIMAL, "ignored") },
);

const odds = (text: string): bigint => {
  const read = parseOdds(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

test("pays 1 + (odds − 1) × hits", () => {
  const table = defaultOdds("LHC", REGULAR_ZODIAC);
  expect(table).toMatchObject({ "hits1/year": odds("1.78"), "hits1/other": odds("2.13") });
  expect(table).toMatchObject({
    "hits2/other": odds("3.26"),
    "hits3/other": odds("4.39"),
    hits5: odds("4.90"),
  });
  const picks = mustRead(REGULAR_ZODIAC, [{ code: "zodiac", items: ["horse", "snake", "pig"] }]);
  // In the year of the horse 1 and 13 are horses, 2, 14 and 26 snakes, and 8 a pig, which here is the special.
  const outcome = REGULAR_ZODIAC.settle(picks, { numbers: [1, 13, 2, 14, 26, 3, 8], lunarYear: 2026 });
  expect(outcome.wins).toEqual([
    { tier: "hits2", class: "year", count: 1 },
    { tier: "hits3", class: "other", count: 1 },
  ]);
  // 10.00 × (1 + 0.78 × 2) + 10.00 × (1 + 1.13 × 3)
  expect(payoutOf(outcome, 1_000n, table)).toBe(2_560n + 4_390n);
});
