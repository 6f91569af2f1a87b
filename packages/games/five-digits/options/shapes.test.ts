import { expect, test } from "vitest";
import { shapeNamed, shown } from "../../testing/digits.ts";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { shapes } from "./shapes.ts";

function prove(area: string, group: string): void {
  proveOption(shapes(`XYP.${area}`, group), ({ [group]: ticked = [] }) =>
    ticked.map((shape) => ({
      key: shape,
      wins: (numbers) => shapeNamed(shown(area, numbers)) === shape,
    })),
  );
}

prove("Q3", "first-three");
prove("Z3", "middle-three");
prove("H3", "last-three");

test("9 and 0 are neighbours, and every number has one shape only", () => {
  const last = shapes("XYP.H3", "last-three");
  const picks = mustRead(last, [{ code: "last-three", items: last.board.groups[0]?.items ?? [] }]);
  const shapeOf = (...three: number[]): string | undefined =>
    last.settle(picks, { numbers: [0, 0, ...three] }).wins[0]?.tier;
  expect(shapeOf(9, 0, 1)).toBe("straight");
  expect(shapeOf(8, 0, 9)).toBe("straight");
  expect(shapeOf(9, 0, 5)).toBe("half-straight");
  expect(shapeOf(9, 9, 0)).toBe("pair");
  expect(shapeOf(0, 0, 0)).toBe("triple");
  expect(shapeOf(1, 3, 5)).toBe("mixed");
});
