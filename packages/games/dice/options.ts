import { SUM } from "./options/sum.ts";
import { THREE_CONSECUTIVE_ALL } from "./options/three-consecutive-all.ts";
import { THREE_DIFFERENT } from "./options/three-different.ts";
import { THREE_SAME_ALL } from "./options/three-same-all.ts";
import { THREE_SAME_SINGLE } from "./options/three-same-single.ts";
import { TWO_DIFFERENT } from "./options/two-different.ts";
import { TWO_SAME_MULTIPLE, TWO_SAME_MULTIPLE_WITHOUT_TRIPLE } from "./options/two-same-multiple.ts";
import { TWO_SAME_SINGLE } from "./options/two-same-single.ts";

/** The options of the dice games, in board order. */
export const DICE_OPTIONS = [
  SUM,
  THREE_SAME_ALL,
  THREE_SAME_SINGLE,
  THREE_DIFFERENT,
  THREE_CONSECUTIVE_ALL,
  TWO_SAME_MULTIPLE,
  TWO_SAME_MULTIPLE_WITHOUT_TRIPLE,
  TWO_SAME_SINGLE,
  TWO_DIFFERENT,
] as const;
