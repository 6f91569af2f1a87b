import { expect, test } from "vitest";
import { mustRead, proveOption } from "../../testing/prove.ts";
import { dragonTigerDuels } from "./dragon-tiger.ts";

const DUELS = dragonTigerDuels("LHD.LHH");

proveOption(DUELS, (picked) =>
  Object.entries(picked).flatMap(([duel, sides]) =>
    sides.map((side) => ({
      key: side,
      wins: (numbers) => {
        const lead = (numbers[Number(duel[0]) - 1] ?? 0) - (numbers[Number(duel[2]) - 1] ?? 0);
        return side === (lead === 0 ? "tie" : lead > 0 ? "dragon" : "tiger");
      },
    })),
  ),
);

test("dragon and tiger lose on a tie", () => {
  const picks = mustRead(DUELS, [{ code: "1v5", items: ["dragon", "tiger"] }]);
  expect(DUELS.settle(picks, { numbers: [4, 0, 0, 0, 4] }).wins).toEqual([]);
});
