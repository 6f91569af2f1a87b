import { expect, test } from "vitest";
import { shown } from "../../testing/digits.ts";
import { sorted } from "../../testing/expand.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { FIRST_THREE, LAST_THREE, MIDDLE_THREE, type Places } from "../five-digits.ts";
import { specialShapes } from "./special-shapes.ts";

const RUNS = new Set("0,1,2 1,2,3 2,3,4 3,4,5 4,5,6 5,6,7 6,7,8 7,8,9 0,8,9 0,1,9".split(" "));

const HAS: Readonly<Record<string, (digits: readonly number[]) => boolean>> = {
  triple: (digits) => new Set(digits).size === 1,
  straight: (digits) => RUNS.has(sorted(digits)),
  pair: (digits) => new Set(digits).size === 2,
};

function prove(mode: string, places: Places): void {
  proveOption(specialShapes(`${mode}.TSH`, places), ({ shape: shapes = [] }) =>
    shapes.map((shape) => ({
      key: shape,
      wins: (numbers) => HAS[shape]?.(shown(mode, numbers)) ?? false,
    })),
  );
}

prove("HS", LAST_THREE);
prove("ZS", MIDDLE_THREE);
prove("QS", FIRST_THREE);

test("0 stands next to 9", () => {
  const last = specialShapes("HS.TSH", LAST_THREE);
  const picks = mustRead(last, [{ code: "shape", items: ["straight"] }]);
  const wins = (...numbers: number[]): number => last.settle(picks, { numbers }).wins.length;
  expect([wins(5, 5, 0, 9, 1), wins(5, 5, 8, 0, 9), wins(5, 5, 0, 9, 2)]).toEqual([1, 1, 0]);
});
