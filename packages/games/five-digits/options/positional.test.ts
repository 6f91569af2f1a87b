import { expect, test } from "vitest";
import { hit } from "../../proof/expand.ts";
import { possiblePayout } from "../../settle.ts";
import { mustRead, proveOption } from "../../proof/prove.ts";
import { DIGITS } from "../five-digits.ts";
import { positional } from "./positional.ts";

proveOption(positional("YX.DWD"), (picked) =>
  [1, 2, 3, 4, 5].flatMap((place) =>
    (picked[`place${String(place)}`] ?? []).map((digit) =>
      hit((numbers) => String(numbers[place - 1]) === digit),
    ),
  ),
);

test("places with every digit always win, the others may", () => {
  const option = positional("YX.DWD");
  const picks = mustRead(option, [
    { code: "place1", items: DIGITS },
    { code: "place2", items: DIGITS },
    { code: "place4", items: ["7"] },
  ]);
  expect(possiblePayout(option, picks, 100n, { hit: 97_500n })).toEqual({ min: 1_950n, max: 2_925n });
});
