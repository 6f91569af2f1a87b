import { expect, test } from "vitest";
import { shown } from "../../testing/digits.ts";
import { hit, someOf, sorted } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { ALL_FIVE, LAST_FOUR } from "../five-digits.ts";
import { groupWithRepeats, type Part } from "./group-with-repeats.ts";

const TIMES = { single: 1, double: 2, triple: 3, quadruple: 4 };

// The digits a bet's choice from one group stands for: 2 and 8 as doubles are 2, 2, 8, 8.
function spelledOut({ group, digits }: Part, picked: readonly string[]): number[][] {
  return someOf(picked.map(Number), digits).map((some) =>
    some.flatMap((digit) => Array.from({ length: TIMES[group] }, () => digit)),
  );
}

function prove(code: string, first: Part, second?: Part): void {
  const mode = code.slice(0, 2);
  const option = groupWithRepeats(code, mode === "SX" ? LAST_FOUR : ALL_FIVE, first, second);
  proveOption(option, (picked) => {
    const firsts = spelledOut(first, picked[first.group] ?? []);
    const seconds = second === undefined ? [[]] : spelledOut(second, picked[second.group] ?? []);
    return firsts.flatMap((some) =>
      seconds
        .filter((others) => !others.some((digit) => some.includes(digit)))
        .map((others) => {
          const bet = sorted([...some, ...others]);
          return hit((numbers) => sorted(shown(mode, numbers)) === bet);
        }),
    );
  });
}

prove("SX.Z12", { group: "double", digits: 1 }, { group: "single", digits: 2 });
prove("SX.Z6", { group: "double", digits: 2 });
prove("SX.Z4", { group: "triple", digits: 1 }, { group: "single", digits: 1 });
prove("WX.Z60", { group: "double", digits: 1 }, { group: "single", digits: 3 });
prove("WX.Z30", { group: "double", digits: 2 }, { group: "single", digits: 1 });
prove("WX.Z20", { group: "triple", digits: 1 }, { group: "single", digits: 2 });
prove("WX.Z10", { group: "triple", digits: 1 }, { group: "double", digits: 1 });
prove("WX.Z5", { group: "quadruple", digits: 1 }, { group: "single", digits: 1 });

test("a digit picked in both groups is never both in one bet", () => {
  const sixty = groupWithRepeats(
    "WX.Z60",
    ALL_FIVE,
    { group: "double", digits: 1 },
    { group: "single", digits: 3 },
  );
  const picks = mustRead(sixty, [
    { code: "double", items: ["7"] },
    { code: "single", items: ["7", "1", "2", "3"] },
  ]);
  expect(sixty.count(picks)).toBe(1);
  expect(sixty.settle(picks, { numbers: [7, 1, 2, 3, 7] }).wins).toEqual([{ tier: "hit", count: 1 }]);
  expect(sixty.settle(picks, { numbers: [7, 1, 2, 7, 7] }).wins).toEqual([]);
  expect(sixty.settle(picks, { numbers: [1, 1, 2, 3, 7] }).wins).toEqual([]);
});
