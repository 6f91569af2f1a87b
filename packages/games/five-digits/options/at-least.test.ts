import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { atLeast } from "./at-least.ts";

function prove(code: string, times: number, tier = "hit"): void {
  proveOption(atLeast(code, times, tier), ({ numbers: digits = [] }) =>
    digits.map((digit) => ({
      key: tier,
      wins: (numbers) => numbers.filter((number) => String(number) === digit).length >= times,
    })),
  );
}

prove("XYP.Q5Z1", 1, "any5");
prove("WX.YFFS", 1);
prove("WX.HSCS", 2);
prove("WX.SXBX", 3);
prove("WX.SJFC", 4);

test("two digits drawn twice each win two bets, each once", () => {
  const pairs = atLeast("WX.HSCS", 2);
  const picks = mustRead(pairs, [{ code: "numbers", items: ["3", "6", "9"] }]);
  expect(pairs.settle(picks, { numbers: [3, 6, 9, 6, 3] }).wins).toEqual([{ tier: "hit", count: 2 }]);
  expect(pairs.settle(picks, { numbers: [6, 6, 6, 6, 6] }).wins).toEqual([{ tier: "hit", count: 1 }]);
});
