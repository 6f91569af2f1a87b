import type { RuleGroup, RuleOption } from "@lotus/contract";

/** Where the odds of a row of numbers are shown. */
export interface GroupOdds {
  /** Items differ: each shows its own. */
  readonly each: boolean;
  /** The same odds for the whole group, where the option has other odds as well. */
  readonly one?: string;
}

/** Rows of ten: odds under each number only if numbers differ, beside the row's name if rows differ. */
export function groupOdds(option: RuleOption, group: RuleGroup): GroupOdds {
  if (group.kind !== "digit" && group.kind !== "car") return { each: false };
  const figures = new Set(group.items.map((item) => item.odds));
  if (figures.size > 1) return { each: true };
  const [figure] = figures;
  const all = new Set(option.tiers.flatMap((tier) => tier.classes.map((line) => line.odds)));
  return figure === undefined || all.size < 2 ? { each: false } : { each: false, one: figure };
}
