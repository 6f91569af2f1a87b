import { expect, test } from "vitest";
import { optionsOf } from "./catalog.ts";
import { itemKind } from "./item-kind.ts";

function kindsOf(game: "FFC" | "K3", code: string): string[] {
  const option = optionsOf(game).find((candidate) => candidate.code === code);
  return (option?.board.groups ?? []).map((group) => itemKind(option?.family ?? "dice", group));
}

test("each shape of board is told by its items", () => {
  expect(kindsOf("FFC", "QS.ZX")).toEqual(["digit", "digit", "digit"]);
  expect(kindsOf("FFC", "DXDS.H2")).toEqual(["side", "side"]);
  expect(new Set(kindsOf("FFC", "LHD.LHH"))).toEqual(new Set(["dragon-tiger"]));
  expect(kindsOf("K3", "HZ.HZ")).toEqual(["sum", "side"]);
  expect(kindsOf("K3", "STHTX.STHTX")).toEqual(["all"]);
  expect(kindsOf("K3", "STHDX.STHDX")).toEqual(["dice-triple"]);
  expect(kindsOf("K3", "ETHDX.ETHDX")).toEqual(["dice-pair", "die"]);
});
