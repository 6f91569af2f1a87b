import type { RuleItem } from "@lotus/contract";

/** Items on one line of a board, and the number of columns. */
export interface WordLine {
  readonly columns: number;
  readonly items: readonly RuleItem[];
}

const SIDE = /^(?:big|small|odd|even)$/u;
const PAIR = /^(?:big|small)-(?:odd|even)$/u;
const COLOUR = /^(?:red|blue|green)$/u;

/** Family of an item's words: sides, sides of the sum, of the tail, two sides at once, colours. */
function familyOf({ id }: RuleItem): string {
  if (SIDE.test(id)) return "side";
  if (PAIR.test(id)) return "pair";
  if (COLOUR.test(id)) return "colour";
  return id.includes("-") ? id.slice(0, id.indexOf("-")) : "other";
}

const MAX_COLUMNS = 5;

/** Named items in lines: words of one family stay together and fill their line. */
export function wordLines(items: readonly RuleItem[]): readonly WordLine[] {
  const runs: RuleItem[][] = [];
  let family: string | undefined;
  for (const item of items) {
    if (familyOf(item) !== family) runs.push([]);
    family = familyOf(item);
    runs.at(-1)?.push(item);
  }
  // Lines of one word each would be useless: then all items are one run.
  const lines = runs.some((run) => run.length === 1) ? [[...items]] : runs;
  return lines.map((run) => ({ columns: columnsFor(run.length), items: run }));
}

function columnsFor(count: number): number {
  if (count <= MAX_COLUMNS) return count;
  return count % 3 === 0 && count % 4 !== 0 ? 3 : 4;
}
