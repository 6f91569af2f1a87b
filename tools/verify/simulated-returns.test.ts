import { addPeriod, judgeReturn, noReturns, returnBand, type PlayedPeriod } from "@lotus/fair/returns";
import type { GameCode } from "@lotus/games";
import { describe, expect, test } from "vitest";
import { defaultReturns, playedPeriods } from "./testing/played-house.ts";

type Options = Parameters<typeof playedPeriods>[1];

/** What is found in the first periods of a house, and after how many. */
function found(
  game: GameCode,
  options: Options,
  most: number,
): { readonly name: string; readonly after: number }[] {
  const exact = defaultReturns(game);
  const all = new Map<string, number>();
  let [count, periods] = [noReturns(), 0];
  for (const { sums } of playedPeriods(game, options)) {
    count = addPeriod(count, sums, exact);
    periods += 1;
    const name = judgeReturn(count);
    if (name !== null && !all.has(name)) all.set(name, periods);
    if (name === "low" || name === "high" || periods >= most) break;
  }
  return [...all].map(([each, after]) => ({ name: each, after }));
}

describe("an honest house is never called off", () => {
  test.each<GameCode>(["FFC", "K3", "PK10", "LHC"])("whatever is bet in %s, for 30 houses", (game) => {
    for (let seed = 1; seed <= 30; seed += 1)
      expect(
        found(game, { seed }, 1_000).filter(({ name }) => name !== "rare"),
        `seed ${seed}`,
      ).toEqual([]);
  });

  test("if everybody bets on one number of five digits, and nobody hits it; a spread that is measured would accuse it", () => {
    const options = ["WX.ZX"];
    for (let seed = 1; seed <= 5; seed += 1)
      expect(found("FFC", { seed, options }, 2_000).filter(({ name }) => name !== "rare")).toEqual([]);
  });

  test("nor is it noticed where no bet may win over 100 times", () => {
    const options = ["XYP.LMP", "LHD.LHH", "YX.DWD"];
    for (let seed = 1; seed <= 30; seed += 1)
      expect(found("FFC", { seed, options }, 1_000), `seed ${seed}`).toEqual([]);
  });
});

describe("a house that pays less than it says", () => {
  // A day of K3 has 1,440 periods.
  test.each([
    [0.5, 8_000],
    [0.8, 25_000],
    [0.9, 110_000],
  ])("of which it states %s, is off in K3 within %i periods", (pays, most) => {
    const all = found("K3", { seed: 2, options: ["HZ.HZ"], pays }, most);
    const last = all.find(({ name }) => name === "low");
    console.info(`K3, ${pays} of its payouts: off after ${last?.after} periods`);
    expect(last?.name).toBe("low");
  });

  test.each([
    [0.5, 4_000],
    [0.8, 30_000],
  ])("of which it states %s, is noticed in FFC within %i periods", (pays, most) => {
    const options = ["XYP.LMP", "LHD.LHH", "YX.DWD"];
    const [first] = found("FFC", { seed: 3, options, pays }, most);
    console.info(`FFC, ${pays} of its payouts: noticed after ${first?.after} periods`);
    expect(first?.name).toBe("rare");
  });

  test("and one that pays twice as much is off too", () => {
    expect(found("PK10", { seed: 4, pays: 2 }, 3_000).map(({ name }) => name)).toEqual(["high"]);
  });
});

test("the band has the exact return of an option in it, in 99 of 100 spans and more", () => {
  let misses = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const played: PlayedPeriod[] = [];
    for (const { sums } of playedPeriods("K3", { seed, options: ["ETHFX.ETHFX"] })) {
      played.push({ stake: sums.stake, played: sums.stake - sums.refund, paid: sums.paid });
      if (played.length === 300) break;
    }
    const { low, high } = returnBand(played, { most: 12.5, alpha: 0.01 });
    // 12.50 for 16 of 216.
    if (low > 200 / 216 || high < 200 / 216) misses += 1;
  }
  expect(misses).toBeLessThanOrEqual(1);
});
