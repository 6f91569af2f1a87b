import { expect, test } from "vitest";
import { everyMixedSet, shownAs, sumOf } from "../../testing/digits.ts";
import { sorted } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { possiblePayout } from "../../settle.ts";
import { FIRST_THREE, FIRST_TWO, LAST_THREE, LAST_TWO, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { groupSum } from "./group-sum.ts";

function prove(mode: string, places: Places, keyOf: (different: number) => string): void {
  const every = everyMixedSet(mode).map((digits) => ({
    bet: sorted(digits),
    sum: String(sumOf(digits)),
    key: keyOf(new Set(digits).size),
  }));
  const drawn = shownAs(mode, sorted);
  proveOption(groupSum(`${mode}.ZUXHZ`, places), ({ sum: sums = [] }) =>
    every
      .filter(({ sum }) => sums.includes(sum))
      .map(({ bet, key }) => ({ key, wins: (numbers) => drawn(numbers) === bet })),
  );
}

const byKind = (different: number): string => (different === 2 ? "group3" : "group6");

prove("HR", LAST_TWO, () => "hit");
prove("QR", FIRST_TWO, () => "hit");
prove("HS", LAST_THREE, byKind);
prove("ZS", MIDDLE_THREE, byKind);
prove("QS", FIRST_THREE, byKind);

const FIRST = groupSum("QS.ZUXHZ", FIRST_THREE);

test("a triple loses, whatever its sum", () => {
  const picks = mustRead(FIRST, [{ code: "sum", items: ["12"] }]);
  expect(FIRST.settle(picks, { numbers: [4, 4, 4, 0, 0] }).wins).toEqual([]);
  expect(FIRST.settle(picks, { numbers: [5, 2, 5, 0, 0] }).wins).toEqual([{ tier: "group3", count: 1 }]);
  expect(FIRST.settle(picks, { numbers: [9, 1, 2, 0, 0] }).wins).toEqual([{ tier: "group6", count: 1 }]);
});

test("a sum impossible for three different digits never pays for them", () => {
  const odds = { group3: 3_250_000n, group6: 1_625_000n };
  const payouts = (sum: string): ReturnType<typeof possiblePayout> =>
    possiblePayout(FIRST, mustRead(FIRST, [{ code: "sum", items: [sum] }]), 100n, odds);
  expect(payouts("2")).toEqual({ min: 32_500n, max: 32_500n });
  expect(payouts("3")).toEqual({ min: 16_250n, max: 32_500n });
  expect(payouts("25")).toEqual({ min: 32_500n, max: 32_500n });
});
