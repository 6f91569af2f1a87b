import type { Attack } from "./attack.ts";
import { greedySlips } from "./greedy-slips.ts";
import { harvest } from "./harvest.ts";
import { hugeHistories } from "./huge-histories.ts";
import { lockOut } from "./lock-out.ts";
import { repeatedSelection } from "./repeated-selection.ts";
import { ring } from "./ring.ts";
import { slowReaders } from "./slow-readers.ts";
import { sockPuppet } from "./sock-puppet.ts";
import { splitPasses } from "./split-passes.ts";

/** Every attack, in the order they are run. */
export const ATTACKS: readonly Attack[] = [
  sockPuppet,
  splitPasses,
  ring,
  lockOut,
  harvest,
  slowReaders,
  hugeHistories,
  greedySlips,
  repeatedSelection,
];
