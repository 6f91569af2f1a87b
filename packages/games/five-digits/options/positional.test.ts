import { expect, test } from "vitest";
import type { Option } from "../../bet.ts";
import { possiblePayout } from "../../settle.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { DIGITS } from "../five-digits.ts";
import { positional } from "./positional.ts";

function prove(option: Option, group: string, tier: string): void {
  proveOption(option, (picked) =>
    [1, 2, 3, 4, 5].flatMap((place) =>
      (picked[`${group}${String(place)}`] ?? []).map((digit) => ({
        key: tier,
        wins: (numbers) => String(numbers[place - 1]) === digit,
      })),
    ),
  );
}

prove(positional("YX.DWD"), "place", "hit");
prove(positional("XYP.DQ", { group: "ball", tier: "digit" }), "ball", "digit");

test("places with every digit always win, the others may", () => {
  const option = positional("YX.DWD");
  const picks = mustRead(option, [
    { code: "place1", items: DIGITS },
    { code: "place2", items: DIGITS },
    { code: "place4", items: ["7"] },
  ]);
  expect(possiblePayout(option, picks, 100n, { hit: 97_500n })).toEqual({ min: 1_950n, max: 2_925n });
});
