import type { Attack } from "./attack.ts";
import { greedySlips } from "./greedy-slips.ts";
import { hashFlood } from "./hash-flood.ts";
import { harvest } from "./harvest.ts";
import { hugeHistories } from "./huge-histories.ts";
import { inviteTree } from "./invite-tree.ts";
import { lockOut } from "./lock-out.ts";
import { mule } from "./mule.ts";
import { repeatedSelection } from "./repeated-selection.ts";
import { ring } from "./ring.ts";
import { slowReaders } from "./slow-readers.ts";
import { sockPuppet } from "./sock-puppet.ts";
import { spellings } from "./spellings.ts";
import { splitPasses } from "./split-passes.ts";
import { truthfulChild } from "./truthful-child.ts";

/** Every attack, in the order they are run. */
export const ATTACKS: readonly Attack[] = [
  sockPuppet,
  splitPasses,
  inviteTree,
  mule,
  ring,
  spellings,
  truthfulChild,
  lockOut,
  hashFlood,
  harvest,
  slowReaders,
  hugeHistories,
  greedySlips,
  repeatedSelection,
];
