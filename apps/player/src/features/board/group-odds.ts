import type { RuleGroup, RuleOption } from "@lotus/contract";

/** Where the odds of a row of numbers are said. */
export interface GroupOdds {
  /** Items differ: each says its own. */
  readonly each: boolean;
  /** One figure for all of the group, in an option that has others. */
  readonly one?: string;
}

/** Rows of ten: odds under each number only where they differ, beside the row's name where rows differ. */
export function groupOdds(option: RuleOption, group: RuleGroup): GroupOdds {
  if (group.kind !== "digit" && group.kind !== "car") return { each: false };
  const figures = new Set(group.items.map((item) => item.odds));
  if (figures.size > 1) return { each: true };
  const [figure] = figures;
  const all = new Set(option.tiers.flatMap((tier) => tier.classes.map((line) => line.odds)));
  return figure === undefined || all.size < 2 ? { each: false } : { each: false, one: figure };
}
