import type { CallData, CALLS } from "@lotus/contract";
import type { Random } from "./random.ts";

type RuleOption = CallData<typeof CALLS.rule>["rules"][number]["childrens"][number];

/** A line of a slip in the call's format. */
export interface SlipLine {
  readonly option_id: string;
  readonly amount: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
}

/** Items beyond a group's minimum. */
const MAX_EXTRA = 3;

/** A random line of an option within the limits of the rule tree. */
export function randomLine(option: RuleOption, random: Random, amount: string): SlipLine {
  const wanted = option.groups.map(({ min, max, items }) =>
    Math.min(max, items.length, min + (random.once(2) ? random.between(0, MAX_EXTRA) : 0)),
  );
  // If the groups together need more than the sum of their minima, some get more.
  for (let tries = 0; total(wanted) < Math.max(1, option.minTotal) && tries < 100; tries += 1) {
    const at = random.between(0, wanted.length - 1);
    const group = option.groups[at];
    wanted[at] = Math.min((wanted[at] ?? 0) + 1, group?.max ?? 0, group?.items.length ?? 0);
  }
  return {
    option_id: option.id,
    amount,
    groups: option.groups.map(({ code, items }, at) => ({
      code,
      items: random.some(items, wanted[at] ?? 0).map(({ id }) => id),
    })),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
