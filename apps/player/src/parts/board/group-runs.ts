import type { RuleGroup } from "@lotus/contract";

/** Neighbouring groups that are drawn as one: a table of places, or each by itself. */
export interface GroupRun {
  readonly table: boolean;
  readonly groups: readonly RuleGroup[];
}

const TABLE_FROM = 3;

/** Three or more groups in a row with the same few named items are the rows of one table. */
export function groupRuns(groups: readonly RuleGroup[]): readonly GroupRun[] {
  const runs: RuleGroup[][] = [];
  for (const group of groups) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && sameItems(last[0], group)) last.push(group);
    else runs.push([group]);
  }
  return runs.map((run) => ({ table: isNamed(run[0]) && run.length >= TABLE_FROM, groups: run }));
}

function isNamed(group: RuleGroup | undefined): boolean {
  return group?.kind === "side" || group?.kind === "dragon-tiger";
}

function sameItems(a: RuleGroup, b: RuleGroup): boolean {
  return (
    a.kind === b.kind &&
    a.items.length === b.items.length &&
    a.items.every((item, at) => item.id === b.items[at]?.id)
  );
}
