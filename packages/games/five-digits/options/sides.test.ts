import { expect, test } from "vitest";
import { hit, oneOfEach } from "../../proof/expand.ts";
import { mustRead, proveOption } from "../../proof/prove.ts";
import { LAST_TWO } from "../five-digits.ts";
import { sides } from "./sides.ts";

const DIGITS: Readonly<Record<string, string>> = {
  big: "56789",
  small: "01234",
  odd: "13579",
  even: "02468",
};

const LAST_TWO_SIDES = sides("DXDS.H2", LAST_TWO);

proveOption(LAST_TWO_SIDES, ({ place4 = [], place5 = [] }) =>
  oneOfEach([place4, place5]).map(([tens = "", units = ""]) =>
    hit(
      ([, , , d, e]) =>
        (DIGITS[tens]?.includes(String(d)) ?? false) && (DIGITS[units]?.includes(String(e)) ?? false),
    ),
  ),
);

test("big and odd on both places wins four bets on 9 9", () => {
  const picks = mustRead(LAST_TWO_SIDES, [
    { code: "place4", items: ["big", "odd"] },
    { code: "place5", items: ["big", "odd"] },
  ]);
  expect(LAST_TWO_SIDES.settle(picks, { numbers: [0, 0, 0, 9, 9] }).wins).toEqual([
    { tier: "hit", count: 4 },
  ]);
});
