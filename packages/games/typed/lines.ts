import type { Group, Option, PickedGroups } from "../bet.ts";
import { readPicks } from "../picks.ts";
import { boxesOf, type Boxes } from "./boxes.ts";
import { cliquesOf } from "./cliques.ts";
import { baseOf, TICKS_A_GROUP, type TypedForm } from "./form.ts";
import type { TypedReading } from "./read.ts";
import { repeatLines } from "./repeats.ts";

/** Typed combinations as lines of a slip. */
export interface TypedLines {
  /** How many lines they are. */
  readonly count: number;
  /** The lines, pairwise without a bet in common; undefined if they are more than was allowed. */
  readonly lines: readonly PickedGroups[] | undefined;
  /** Bets of all the combinations together. */
  readonly betCount: number;
}

/** What a slip takes. */
export interface LineBounds {
  readonly maxLines: number;
  /** Bets of one line. */
  readonly maxBets: number;
}

/** A line before it is written out: for each group its items, as bits. */
type Sets = readonly number[];

function itemsIn(set: number, { items }: Group): string[] {
  return items.filter((_, at) => Math.floor(set / 2 ** at) % 2 === 1);
}

function groupsOf(sets: Sets, groups: readonly Group[]): PickedGroups {
  return groups
    .map((group, at) => ({ code: group.code, items: itemsIn(sets[at] ?? 0, group) }))
    .filter(({ items }) => items.length > 0);
}

function betsIn(option: Option, sets: Sets): number {
  const read = readPicks(option, groupsOf(sets, option.board.groups));
  if (!read.ok) throw new Error(`${option.code} refuses typed picks: ${read.reason.reason}`);
  return option.count(read.picks);
}

// Items of all groups numbered through, or by group with room for the largest.
function ticks(codes: readonly number[], { board }: Option, form: TypedForm): Sets[] {
  const sets = board.groups.map(() => 0);
  const starts: number[] = [];
  let before = 0;
  for (const { items } of board.groups) {
    starts.push(before);
    before += items.length;
  }
  for (const code of codes) {
    const group =
      form.kind === "columns"
        ? Math.floor(code / TICKS_A_GROUP)
        : starts.findLastIndex((start) => start <= code);
    const item = form.kind === "columns" ? code % TICKS_A_GROUP : code - (starts[group] ?? 0);
    sets[group] = (sets[group] ?? 0) + 2 ** item;
  }
  const [only] = board.groups;
  const isOneEach = board.groups.length === 1 && only?.max === 1;
  return isOneEach ? codes.map((code) => [2 ** code]) : [sets];
}

function boxSets({ places, masks }: Boxes, box: number): Sets {
  return Array.from({ length: places }, (_, place) => masks[box * places + place] ?? 0);
}

// Halves a line in its largest group until no part has more bets than a line may have.
function split(option: Option, sets: Sets, maxBets: number): Sets[] {
  if (betsIn(option, sets) <= maxBets) return [sets];
  const members = sets.map((set, at) =>
    itemsIn(set, option.board.groups[at] ?? { code: "", min: 0, max: 0, items: [] }),
  );
  const largest = members.reduce(
    (most, each, at) => (each.length > (members[most]?.length ?? 0) ? at : most),
    0,
  );
  const items = option.board.groups[largest]?.items ?? [];
  const bits = (members[largest] ?? []).map((item) => 2 ** items.indexOf(item));
  const middle = Math.ceil(bits.length / 2);
  return [bits.slice(0, middle), bits.slice(middle)].flatMap((half) =>
    split(
      option,
      sets.map((set, at) => (at === largest ? half.reduce((sum, bit) => sum + bit, 0) : set)),
      maxBets,
    ),
  );
}

/**
 * Puts the combinations of a reading into few lines of the option's board that have no bet in common and together are
 * exactly the combinations.
 */
export function typedLines(
  option: Option,
  { form, combinations }: Pick<TypedReading, "form" | "combinations">,
  { maxLines, maxBets }: LineBounds,
): TypedLines {
  if (combinations.length === 0) return { count: 0, lines: [], betCount: 0 };
  const { groups } = option.board;
  if (form.kind === "items" || form.kind === "columns") return written(ticks(combinations, option, form));
  if (form.kind === "whole") return written(combinations.map((set) => [set]));
  if (form.kind === "sets") return written(cliquesOf(combinations, form.length).map((set) => [set]));
  if (form.kind === "repeats") return written(repeatLines(combinations, form.parts));
  const boxes = boxesOf(combinations, form.length, baseOf(groups), {
    different: form.different,
    wanted: maxLines,
  });
  // A combination by places is worth equally many bets whichever it is.
  const each = betsIn(option, unitOf(combinations[0] ?? 0, form.length, baseOf(groups)));
  if (boxes.count > maxLines) {
    return { count: boxes.count, lines: undefined, betCount: combinations.length * each };
  }
  const sets = Array.from({ length: boxes.count }, (_, box) => boxSets(boxes, box));
  return written(sets.flatMap((box) => split(option, box, maxBets)));

  function written(all: readonly Sets[]): TypedLines {
    return {
      count: all.length,
      lines: all.length > maxLines ? undefined : all.map((line) => groupsOf(line, groups)),
      betCount: all.reduce((sum, line) => sum + betsIn(option, line), 0),
    };
  }
}

function unitOf(code: number, places: number, base: number): Sets {
  return Array.from(
    { length: places },
    (_, at) => 2 ** (Math.floor(code / base ** (places - 1 - at)) % base),
  );
}
