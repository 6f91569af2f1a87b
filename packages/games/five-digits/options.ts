import { FIRST_THREE, LAST_THREE, LAST_TWO, ALL_FIVE } from "./five-digits.ts";
import { allDifferent } from "./options/all-different.ts";
import { direct } from "./options/direct.ts";
import { dragonTigerDuels } from "./options/dragon-tiger.ts";
import { groupOfThree } from "./options/group-of-three.ts";
import { positional } from "./options/positional.ts";
import { sides } from "./options/sides.ts";

/** The options of the digit games, in board order: modes stand in the order of their first option. */
export const FIVE_DIGITS_OPTIONS = [
  dragonTigerDuels("LHD.LHH"),
  sides("DXDS.H2", LAST_TWO),
  positional("YX.DWD"),
  groupOfThree("HS.Z3", LAST_THREE),
  direct("QS.ZX", FIRST_THREE),
  allDifferent("WX.Z120", ALL_FIVE),
] as const;
