import { expect, test } from "vitest";
import { shownAs, textOf } from "../../testing/digits.ts";
import { oneOfEach } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { possiblePayout } from "../../settle.ts";
import {
  ALL_FIVE,
  DIGITS,
  FIRST_THREE,
  LAST_FOUR,
  LAST_THREE,
  MIDDLE_THREE,
  type Places,
} from "../five-digits.ts";
import { directCombination } from "./direct-combination.ts";

function prove(mode: string, places: Places): void {
  const drawn = shownAs(mode, textOf);
  proveOption(directCombination(`${mode}.ZH`, places), (picked) =>
    oneOfEach(Object.values(picked)).flatMap((way) =>
      way.map((_, from) => {
        const ending = way.slice(from).join("");
        return {
          key: `star${String(ending.length)}`,
          wins: (numbers) => drawn(numbers).endsWith(ending),
        };
      }),
    ),
  );
}

prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);
prove("SX", LAST_FOUR);
prove("WX", ALL_FIVE);

const LAST = directCombination("HS.ZH", LAST_THREE);
const PICKS = mustRead(LAST, [
  { code: "place3", items: ["1", "2"] },
  { code: "place4", items: DIGITS },
  { code: "place5", items: ["7"] },
]);

test("every way to fill the places before a matching ending wins with it", () => {
  expect(LAST.settle(PICKS, { numbers: [0, 0, 3, 5, 7] }).wins).toEqual([
    { tier: "star2", count: 2 },
    { tier: "star1", count: 20 },
  ]);
  expect(LAST.settle(PICKS, { numbers: [0, 0, 2, 5, 7] }).wins).toEqual([
    { tier: "star3", count: 1 },
    { tier: "star2", count: 2 },
    { tier: "star1", count: 20 },
  ]);
  expect(LAST.settle(PICKS, { numbers: [0, 0, 1, 5, 8] }).wins).toEqual([]);
});

test("a place with every digit never wins without the ending behind it", () => {
  const odds = { star3: 9_750_000n, star2: 975_000n, star1: 97_500n };
  expect(possiblePayout(LAST, PICKS, 100n, odds)).toEqual({ min: 39_000n, max: 136_500n });
});
