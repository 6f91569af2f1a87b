import type { Board, Chosen, Group, Option, PickedGroups, Picks } from "./bet.ts";

/** Why a selection is refused, where, and the bounds it breaks; without `group`, the board as a whole. */
export interface BadSelection {
  readonly reason:
    | "unknown-group"
    | "repeated-group"
    | "unknown-item"
    | "duplicate"
    | "too-few"
    | "too-many"
    | "no-bet";
  readonly group?: string;
  readonly item?: string;
  readonly min?: number;
  readonly max?: number;
}

/** Legal picks, or the first thing that is wrong with them. */
export type ReadPicks =
  | { readonly ok: true; readonly picks: Picks }
  | { readonly ok: false; readonly reason: BadSelection };

const LOW_BITS = 31;

/** Indexes as a choice; they must be ascending. */
export function choose(indexes: readonly number[]): Chosen {
  let [low, high] = [0, 0];
  for (const index of indexes) {
    if (index < LOW_BITS) low |= 1 << index;
    else high |= 1 << (index - LOW_BITS);
  }
  return { indexes, low, high };
}

const NOTHING = choose([]);

/** Whether an item, by its index in the group, is among the chosen. */
export function has(chosen: Chosen, index: number): boolean {
  return index < LOW_BITS
    ? (chosen.low & (1 << index)) !== 0
    : (chosen.high & (1 << (index - LOW_BITS))) !== 0;
}

/** What is chosen in the nth group of the board. */
export function chosenAt(picks: Picks, group: number): Chosen {
  const chosen = picks.chosen[group];
  if (chosen === undefined) throw new RangeError(`the board has no group ${String(group)}`);
  return chosen;
}

// Index of each item of a group. Boards are few and never change; a slip looks up thousands of items.
const places = new WeakMap<Group, ReadonlyMap<string, number>>();

function placesIn(group: Group): ReadonlyMap<string, number> {
  const known = places.get(group);
  if (known !== undefined) return known;
  const made = new Map(group.items.map((item, at) => [item, at]));
  places.set(group, made);
  return made;
}

/** The indexes of a choice, ascending. */
function indexesOf(low: number, high: number): number[] {
  const indexes: number[] = [];
  // Each step removes the lowest member.
  for (let left = low; left !== 0; left &= left - 1) indexes.push(31 - Math.clz32(left & -left));
  for (let left = high; left !== 0; left &= left - 1) indexes.push(LOW_BITS + 31 - Math.clz32(left & -left));
  return indexes;
}

function readGroup(group: Group, items: readonly string[]): Chosen | BadSelection {
  const bounds = { group: group.code, min: group.min, max: group.max };
  // Refused before any lookup, so that the cost of a group is bounded by its board.
  if (items.length > group.max && items.length > group.items.length) return { reason: "too-many", ...bounds };
  const placeOf = placesIn(group);
  let [low, high] = [0, 0];
  for (const item of items) {
    const index = placeOf.get(item);
    if (index === undefined) return { reason: "unknown-item", group: group.code, item };
    const bit = 1 << (index < LOW_BITS ? index : index - LOW_BITS);
    if (((index < LOW_BITS ? low : high) & bit) !== 0)
      return { reason: "duplicate", group: group.code, item };
    if (index < LOW_BITS) low |= bit;
    else high |= bit;
  }
  if (items.length > group.max) return { reason: "too-many", ...bounds };
  return { indexes: indexesOf(low, high), low, high };
}

function fewerThanAllowed(board: Board, chosen: readonly Chosen[]): BadSelection | undefined {
  let total = 0;
  for (const [at, group] of board.groups.entries()) {
    const picked = chosen[at]?.indexes.length ?? 0;
    if (picked < group.min) return { reason: "too-few", group: group.code, min: group.min, max: group.max };
    total += picked;
  }
  const least = board.minTotal ?? 1;
  return total < least ? { reason: "too-few", min: least } : undefined;
}

/**
 * Parses a selection in wire format and validates it against the option's board. The picks are canonical: the same
 * items in any order, with or without empty groups, give equal picks. Accepted picks contain a bet.
 */
export function readPicks(option: Option, groups: PickedGroups): ReadPicks {
  const { board } = option;
  const chosen: Chosen[] = board.groups.map(() => NOTHING);
  const read = new Set<number>();
  for (const { code, items } of groups) {
    const at = board.groups.findIndex((group) => group.code === code);
    const group = board.groups[at];
    if (group === undefined) return { ok: false, reason: { reason: "unknown-group", group: code } };
    if (read.has(at)) return { ok: false, reason: { reason: "repeated-group", group: code } };
    read.add(at);
    const picked = readGroup(group, items);
    if ("reason" in picked) return { ok: false, reason: picked };
    chosen[at] = picked;
  }
  const few = fewerThanAllowed(board, chosen);
  if (few !== undefined) return { ok: false, reason: few };
  const picks: Picks = { board, chosen };
  if (option.count(picks) === 0) return { ok: false, reason: { reason: "no-bet" } };
  return { ok: true, picks };
}

function chosenItems(group: Group, chosen: Chosen | undefined): string[] {
  return (chosen?.indexes ?? []).map((index) => group.items[index] ?? "");
}

/** The selection in wire format, in board order, without empty groups. Parsing it gives the same picks. */
export function canonicalGroups(picks: Picks): PickedGroups {
  const groups: { code: string; items: string[] }[] = [];
  for (let at = 0; at < picks.board.groups.length; at++) {
    const group = picks.board.groups[at];
    if (group === undefined || picks.chosen[at]?.indexes.length === 0) continue;
    groups.push({ code: group.code, items: chosenItems(group, picks.chosen[at]) });
  }
  return groups;
}

/** One text for one selection of one option, "HS.Z3;numbers=1,2": equal exactly when the selections are. */
export function canonicalKey(option: Option, picks: Picks): string {
  const groups = canonicalGroups(picks).map(({ code, items }) => `${code}=${items.join(",")}`);
  return [option.code, ...groups].join(";");
}

/**
 * The picks in short, the same in every language, for records: groups apart by "|", items run together
 * when each is one character and apart by "," when not. An empty group is "-": "12|3|045", "-|-|7".
 */
export function betNumbersText(option: Option, picks: Picks): string {
  return option.board.groups
    .map((group, at) => {
      const items = chosenItems(group, picks.chosen[at]);
      const narrow = group.items.every((item) => item.length === 1);
      return items.length === 0 ? "-" : items.join(narrow ? "" : ",");
    })
    .join("|");
}
