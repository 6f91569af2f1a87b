import { expect, test } from "vitest";
import { benchOptions } from "./bench.ts";
import { GAMES, optionsOf } from "./catalog.ts";

test("times every option once", () => {
  // A clock that moves 1 ms at each look: a sample of fifty orders then takes 20 µs an order.
  let now = 0;
  const times = benchOptions({ now: () => now++, uniform: () => 0, samples: 4 });
  const options = new Set(GAMES.flatMap(({ code }) => optionsOf(code).map((option) => option.code)));
  expect(times.map(({ option }) => option).toSorted()).toEqual([...options].toSorted());
  expect(new Set(times.map(({ medianUs, worstUs }) => `${String(medianUs)} ${String(worstUs)}`))).toEqual(
    new Set(["20 20"]),
  );
  expect(times.find(({ option }) => option === "QS.ZX")?.bets).toBe(1000);
});
