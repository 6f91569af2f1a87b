import type { RuleGroup } from "@lotus/contract";
import type { ItemKind } from "@lotus/games";

/**
 * Neighbouring groups drawn as one: a table with a line per place, a switch that shows one of several large groups at a
 * time, or a single group.
 */
export interface GroupRun {
  readonly layout: "table" | "switch" | "each";
  readonly groups: readonly RuleGroup[];
}

const NAMED: ReadonlySet<string> = new Set<ItemKind>(["side", "dragon-tiger"]);
const SWITCHED: ReadonlySet<string> = new Set<ItemKind>(["ball", "word"]);
/** From this many items on, a group fills a phone's screen. */
const LARGE = 12;

/** Groups in drawing order: sides before a ladder of figures, otherwise in the order of the rules. */
export function groupRuns(groups: readonly RuleGroup[]): readonly GroupRun[] {
  const [ladders, others] = [groups.filter(isLadder), groups.filter((group) => !isLadder(group))];
  const runs: RuleGroup[][] = [];
  for (const group of [...others, ...ladders]) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && alike(last[0], group)) last.push(group);
    else runs.push([group]);
  }
  return runs.map((run) => ({ layout: layoutOf(run), groups: run }));
}

function isLadder({ kind }: RuleGroup): boolean {
  return kind === "sum";
}

function layoutOf([first, second]: readonly RuleGroup[]): GroupRun["layout"] {
  if (first === undefined || second === undefined) return "each";
  if (NAMED.has(first.kind)) return "table";
  return SWITCHED.has(first.kind) && first.items.length >= LARGE ? "switch" : "each";
}

/** Whether two groups are places of one kind: same items, and codes that differ only in their number. */
function alike(a: RuleGroup, b: RuleGroup): boolean {
  return (
    a.kind === b.kind &&
    withoutNumbers(a.code) === withoutNumbers(b.code) &&
    a.items.length === b.items.length &&
    a.items.every((item, at) => item.id === b.items[at]?.id)
  );
}

function withoutNumbers(code: string): string {
  return code.replaceAll(/\d+/gu, "#");
}
