import { expect, test } from "vitest";
import { benchOptions } from "./bench.ts";
import { GAMES, optionsOf } from "../catalog.ts";
import { seededUniform } from "./random-picks.ts";

test("times every option once", () => {
  // A clock that advances 1 ms at each reading: a sample of fifty orders then takes 20 µs an order.
  let now = 0;
  const times = benchOptions({ now: () => now++, uniform: seededUniform(1), samples: 4 });
  const options = new Set(GAMES.flatMap(({ code }) => optionsOf(code)));
  expect(times.map(({ option }) => option).toSorted()).toEqual(
    [...options].map(({ code }) => code).toSorted(),
  );
  for (const time of times)
    expect(time).toMatchObject({ medianUs: 20, worstUs: 20, payoutRangeUs: 200, firstReadUs: 50 });
  expect(times.find(({ option }) => option === "QS.ZX")?.bets).toBe(1000);
}, 30_000);
