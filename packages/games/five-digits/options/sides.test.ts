import { expect, test } from "vitest";
import { shown } from "../../testing/digits.ts";
import { hit, oneOfEach } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, FIRST_TWO, LAST_THREE, LAST_TWO, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { sides } from "./sides.ts";

const DIGITS: Readonly<Record<string, readonly number[]>> = {
  big: [5, 6, 7, 8, 9],
  small: [0, 1, 2, 3, 4],
  odd: [1, 3, 5, 7, 9],
  even: [0, 2, 4, 6, 8],
};

function prove(area: string, places: Places): void {
  proveOption(sides(`DXDS.${area}`, places), (picked) =>
    oneOfEach(Object.values(picked)).map((bet) =>
      hit((numbers) => shown(area, numbers).every((digit, at) => DIGITS[bet[at] ?? ""]?.includes(digit))),
    ),
  );
}

prove("Q2", FIRST_TWO);
prove("H2", LAST_TWO);
prove("Q3", FIRST_THREE);
prove("Z3", MIDDLE_THREE);
prove("H3", LAST_THREE);

test("big and odd on both places wins four bets on 9 9", () => {
  const lastTwo = sides("DXDS.H2", LAST_TWO);
  const picks = mustRead(lastTwo, [
    { code: "place4", items: ["big", "odd"] },
    { code: "place5", items: ["big", "odd"] },
  ]);
  expect(lastTwo.settle(picks, { numbers: [0, 0, 0, 9, 9] }).wins).toEqual([{ tier: "hit", count: 4 }]);
});
