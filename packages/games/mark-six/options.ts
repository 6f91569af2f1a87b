import type { Option } from "../bet.ts";
import { allHit } from "./options/all-hit.ts";
import { allMiss } from "./options/all-miss.ts";
import { ANY_TAIL, ANY_TAIL_MISS } from "./options/any-tail.ts";
import { ANY_ZODIAC, ANY_ZODIAC_MISS } from "./options/any-zodiac.ts";
import { COMBINED_ZODIAC } from "./options/combined-zodiac.ts";
import { FOUR_HIT_ONE } from "./options/four-hit-one.ts";
import { HALF_HALF_WAVE, HALF_WAVE } from "./options/half-wave.ts";
import { REGULAR_AT_PLACE } from "./options/regular-at-place.ts";
import { REGULAR_NUMBER } from "./options/regular-number.ts";
import { REGULAR_SIDES } from "./options/regular-sides.ts";
import { REGULAR_ZODIAC } from "./options/regular-zodiac.ts";
import { SPECIAL_COLOUR } from "./options/special-colour.ts";
import { SPECIAL_HEAD } from "./options/special-head.ts";
import { SPECIAL_NUMBER } from "./options/special-number.ts";
import { SPECIAL_RANGE } from "./options/special-range.ts";
import { SPECIAL_SIDES } from "./options/special-sides.ts";
import { SPECIAL_TAIL } from "./options/special-tail.ts";
import { SPECIAL_ZODIAC } from "./options/special-zodiac.ts";
import { tailsHit, tailsMiss } from "./options/tail-link.ts";
import { THREE_HIT_TWO } from "./options/three-hit-two.ts";
import { TOTAL_SIDES } from "./options/total-sides.ts";
import { TOTAL_ZODIAC } from "./options/total-zodiac.ts";
import { SPECIAL_STRING, TWO_HIT_SPECIAL } from "./options/two-hit-special.ts";
import { zodiacsHit, zodiacsMiss } from "./options/zodiac-link.ts";

const LINKED = [2, 3, 4, 5];
const MISSED = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The options of Mark Six, in board order: modes stand in the order of their first option. */
export const MARK_SIX_OPTIONS: readonly Option[] = [
  SPECIAL_NUMBER,
  SPECIAL_SIDES,
  SPECIAL_COLOUR,
  SPECIAL_RANGE,
  REGULAR_NUMBER,
  TOTAL_SIDES,
  REGULAR_AT_PLACE,
  REGULAR_SIDES,
  allHit("LM.SIQZ", 4),
  allHit("LM.SQZ", 3),
  THREE_HIT_TWO,
  allHit("LM.EQZ", 2),
  TWO_HIT_SPECIAL,
  SPECIAL_STRING,
  FOUR_HIT_ONE,
  HALF_WAVE,
  HALF_HALF_WAVE,
  SPECIAL_ZODIAC,
  ANY_ZODIAC,
  ANY_ZODIAC_MISS,
  REGULAR_ZODIAC,
  TOTAL_ZODIAC,
  COMBINED_ZODIAC,
  ...LINKED.flatMap((linked) => [zodiacsHit(linked), zodiacsMiss(linked)]),
  SPECIAL_HEAD,
  SPECIAL_TAIL,
  ANY_TAIL,
  ANY_TAIL_MISS,
  ...LINKED.flatMap((linked) => [tailsHit(linked), tailsMiss(linked)]),
  ...MISSED.map(allMiss),
];
