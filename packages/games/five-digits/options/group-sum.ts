import type { Option } from "../../bet.ts";
import { oneWin } from "../../hit.ts";
import { once } from "../../once.ts";
import { chosenAt, has } from "../../picks.ts";
import { anyOrderBets, anyOrderTier, anyOrderTiers } from "../any-order.ts";
import { BASE, digitOption, digitSum, rangeGroup, type Places } from "../five-digits.ts";

const greatestSum = (places: Places): number => (BASE - 1) * places.length;

// Each sum's number of bets and the tiers that they can win, by sum.
function betsBySum(places: Places): readonly { count: number; readonly tiers: Set<string> }[] {
  const bySum = Array.from({ length: greatestSum(places) + 1 }, () => ({
    count: 0,
    tiers: new Set<string>(),
  }));
  for (const { digits, tier } of anyOrderBets(places)) {
    const row = bySum[digits.reduce((sum, digit) => sum + digit, 0)];
    if (row === undefined) continue;
    row.count++;
    row.tiers.add(tier);
  }
  return bySum;
}

/**
 * Group sum: a chosen sum is a bet on every set of digits that come to it, in any order, not all the same.
 * The bet on the drawn digits wins when their sum is chosen; equal digits in all the places lose.
 */
export function groupSum(code: string, places: Places): Option {
  const bySum = once(() => betsBySum(places));
  const tiers = anyOrderTiers(places);
  // All digits 0 and all digits 9 are no bets, so the first sum of the board is 1.
  const least = 1;
  return digitOption({
    code,
    board: { groups: rangeGroup("sum", least, greatestSum(places) - least) },
    tiers,
    count: (picks) =>
      chosenAt(picks, 0).indexes.reduce((bets, at) => bets + (bySum()[at + least]?.count ?? 0), 0),
    settle: (picks, { numbers }) => {
      const tier = anyOrderTier(numbers, places);
      const chosen = tier !== undefined && has(chosenAt(picks, 0), digitSum(numbers, places) - least);
      return oneWin(chosen ? tier : undefined);
    },
    extremes: (picks) =>
      tiers
        .filter(({ code: tier }) =>
          chosenAt(picks, 0).indexes.some((at) => bySum()[at + least]?.tiers.has(tier)),
        )
        .map(({ code: tier }) => oneWin(tier)),
  });
}
