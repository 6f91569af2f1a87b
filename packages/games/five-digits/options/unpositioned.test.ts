import { expect, test } from "vitest";
import { shown } from "../../testing/digits.ts";
import { hit, someOf } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { ALL_FIVE, FIRST_THREE, LAST_FOUR, LAST_THREE, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { unpositioned } from "./unpositioned.ts";

function prove(mode: string, places: Places, size: number): void {
  proveOption(unpositioned(`${mode}.BDW${String(size)}`, places, size), ({ numbers: digits = [] }) =>
    someOf(digits.map(Number), size).map((bet) =>
      hit((numbers) => bet.every((digit) => shown(mode, numbers).includes(digit))),
    ),
  );
}

for (const size of [1, 2]) {
  prove("HS", LAST_THREE, size);
  prove("ZS", MIDDLE_THREE, size);
  prove("QS", FIRST_THREE, size);
  prove("SX", LAST_FOUR, size);
  prove("WX", ALL_FIVE, size);
}
prove("WX", ALL_FIVE, 3);

test("a digit drawn twice wins once", () => {
  const last = unpositioned("HS.BDW1", LAST_THREE, 1);
  const picks = mustRead(last, [{ code: "numbers", items: ["7", "8"] }]);
  expect(last.settle(picks, { numbers: [8, 8, 7, 7, 0] }).wins).toEqual([{ tier: "hit", count: 1 }]);
});
