import type { Option } from "../bet.ts";
import {
  ALL_FIVE,
  FIRST_THREE,
  FIRST_TWO,
  LAST_FOUR,
  LAST_THREE,
  LAST_TWO,
  MIDDLE_THREE,
  type Places,
} from "./five-digits.ts";
import { allDifferent } from "./options/all-different.ts";
import { atLeast } from "./options/at-least.ts";
import { direct } from "./options/direct.ts";
import { directCombination } from "./options/direct-combination.ts";
import { directSpan } from "./options/direct-span.ts";
import { directSum } from "./options/direct-sum.ts";
import { dragonTigerDuels } from "./options/dragon-tiger.ts";
import { groupGuard } from "./options/group-guard.ts";
import { groupOfThree } from "./options/group-of-three.ts";
import { groupSum } from "./options/group-sum.ts";
import { groupWithRepeats } from "./options/group-with-repeats.ts";
import { combinedPlate, twoSidedPlate } from "./options/plate.ts";
import { positional } from "./options/positional.ts";
import { shapes } from "./options/shapes.ts";
import { sides } from "./options/sides.ts";
import { specialShapes } from "./options/special-shapes.ts";
import { sumTail } from "./options/sum-tail.ts";
import { totalSides } from "./options/total-sides.ts";
import { unpositioned } from "./options/unpositioned.ts";

function twoPlaces(mode: string, places: Places): readonly Option[] {
  return [
    direct(`${mode}.ZX`, places),
    directSum(`${mode}.ZXHZ`, places),
    directSpan(`${mode}.ZXKD`, places),
    allDifferent(`${mode}.ZUX`, places),
    groupSum(`${mode}.ZUXHZ`, places),
    groupGuard(`${mode}.ZUXBD`, places),
  ];
}

function threePlaces(mode: string, places: Places): readonly Option[] {
  return [
    direct(`${mode}.ZX`, places),
    groupOfThree(`${mode}.Z3`, places),
    allDifferent(`${mode}.Z6`, places),
    directSum(`${mode}.ZXHZ`, places),
    directSpan(`${mode}.ZXKD`, places),
    groupSum(`${mode}.ZUXHZ`, places),
    groupGuard(`${mode}.ZUXBD`, places),
    unpositioned(`${mode}.BDW1`, places, 1),
    unpositioned(`${mode}.BDW2`, places, 2),
    directCombination(`${mode}.ZH`, places),
    sumTail(`${mode}.HZWS`, places),
    specialShapes(`${mode}.TSH`, places),
  ];
}

/** The options of the digit games, in board order: modes stand in the order of their first option. */
export const FIVE_DIGITS_OPTIONS: readonly Option[] = [
  twoSidedPlate("XYP.LMP"),
  positional("XYP.DQ", { group: "ball", tier: "digit" }),
  combinedPlate("XYP.ZH"),
  shapes("XYP.Q3", "first-three"),
  shapes("XYP.Z3", "middle-three"),
  shapes("XYP.H3", "last-three"),
  atLeast("XYP.Q5Z1", 1, "any5"),
  dragonTigerDuels("LHD.LHH"),
  sides("DXDS.Q2", FIRST_TWO),
  sides("DXDS.H2", LAST_TWO),
  sides("DXDS.Q3", FIRST_THREE),
  sides("DXDS.Z3", MIDDLE_THREE),
  sides("DXDS.H3", LAST_THREE),
  totalSides("DXDS.ZH"),
  positional("YX.DWD"),
  ...twoPlaces("HR", LAST_TWO),
  ...twoPlaces("QR", FIRST_TWO),
  ...threePlaces("HS", LAST_THREE),
  ...threePlaces("ZS", MIDDLE_THREE),
  ...threePlaces("QS", FIRST_THREE),
  direct("SX.ZX", LAST_FOUR),
  allDifferent("SX.Z24", LAST_FOUR),
  groupWithRepeats("SX.Z12", LAST_FOUR, { group: "double", digits: 1 }, { group: "single", digits: 2 }),
  groupWithRepeats("SX.Z6", LAST_FOUR, { group: "double", digits: 2 }),
  groupWithRepeats("SX.Z4", LAST_FOUR, { group: "triple", digits: 1 }, { group: "single", digits: 1 }),
  unpositioned("SX.BDW1", LAST_FOUR, 1),
  unpositioned("SX.BDW2", LAST_FOUR, 2),
  directCombination("SX.ZH", LAST_FOUR),
  direct("WX.ZX", ALL_FIVE),
  allDifferent("WX.Z120", ALL_FIVE),
  groupWithRepeats("WX.Z60", ALL_FIVE, { group: "double", digits: 1 }, { group: "single", digits: 3 }),
  groupWithRepeats("WX.Z30", ALL_FIVE, { group: "double", digits: 2 }, { group: "single", digits: 1 }),
  groupWithRepeats("WX.Z20", ALL_FIVE, { group: "triple", digits: 1 }, { group: "single", digits: 2 }),
  groupWithRepeats("WX.Z10", ALL_FIVE, { group: "triple", digits: 1 }, { group: "double", digits: 1 }),
  groupWithRepeats("WX.Z5", ALL_FIVE, { group: "quadruple", digits: 1 }, { group: "single", digits: 1 }),
  unpositioned("WX.BDW1", ALL_FIVE, 1),
  unpositioned("WX.BDW2", ALL_FIVE, 2),
  unpositioned("WX.BDW3", ALL_FIVE, 3),
  atLeast("WX.YFFS", 1),
  atLeast("WX.HSCS", 2),
  atLeast("WX.SXBX", 3),
  atLeast("WX.SJFC", 4),
  directCombination("WX.ZH", ALL_FIVE),
];
