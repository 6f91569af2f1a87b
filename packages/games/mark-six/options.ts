import type { Option } from "../bet.ts";
import { allHit } from "./options/all-hit.ts";
import { allMiss } from "./options/all-miss.ts";
import { FOUR_HIT_ONE } from "./options/four-hit-one.ts";
import { tailsHit, tailsMiss } from "./options/tail-link.ts";
import { THREE_HIT_TWO } from "./options/three-hit-two.ts";
import { SPECIAL_STRING, TWO_HIT_SPECIAL } from "./options/two-hit-special.ts";
import { zodiacsHit, zodiacsMiss } from "./options/zodiac-link.ts";

const LINKED = [2, 3, 4, 5];
const MISSED = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The options of Mark Six, in board order: modes stand in the order of their first option. */
export const MARK_SIX_OPTIONS: readonly Option[] = [
  allHit("LM.SIQZ", 4),
  allHit("LM.SQZ", 3),
  THREE_HIT_TWO,
  allHit("LM.EQZ", 2),
  TWO_HIT_SPECIAL,
  SPECIAL_STRING,
  FOUR_HIT_ONE,
  ...LINKED.flatMap((linked) => [zodiacsHit(linked), zodiacsMiss(linked)]),
  ...LINKED.flatMap((linked) => [tailsHit(linked), tailsMiss(linked)]),
  ...MISSED.map(allMiss),
];
