import { expect, test } from "vitest";
import { shownAs } from "../../testing/digits.ts";
import { hit, someOf, sorted } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, LAST_THREE, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { groupOfThree } from "./group-of-three.ts";

function prove(mode: string, places: Places): void {
  const drawn = shownAs(mode, sorted);
  proveOption(groupOfThree(`${mode}.Z3`, places), ({ numbers: digits = [] }) =>
    someOf(digits.map(Number), 2)
      .flatMap(([a = 0, b = 0]) => [sorted([a, a, b]), sorted([b, b, a])])
      .map((bet) => hit((numbers) => drawn(numbers) === bet)),
  );
}

prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);

test("a triple loses, and so does a pair outside its three places", () => {
  const last = groupOfThree("HS.Z3", LAST_THREE);
  const picks = mustRead(last, [{ code: "numbers", items: ["7", "8"] }]);
  expect(last.settle(picks, { numbers: [8, 7, 7, 7, 7] }).wins).toEqual([]);
  expect(last.settle(picks, { numbers: [7, 7, 8, 0, 1] }).wins).toEqual([]);
  expect(last.settle(picks, { numbers: [0, 0, 7, 8, 7] }).wins).toEqual([{ tier: "hit", count: 1 }]);
});
