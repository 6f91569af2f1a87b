import type { Option, PickedGroups } from "../bet.ts";
import type { Uniform } from "../draw.ts";
import { typedForm, type TypedForm } from "../typed/typed.ts";
import { oneOfEach, someOf } from "./expand.ts";
import { randomPicks } from "./random-picks.ts";

/**
 * Combinations of picks written one by one, as a model to which reading and putting together are held: it knows the rules of
 * each form by enumeration only.
 */
export function writtenOut(option: Option, picks: PickedGroups): string[] {
  const form = formOf(option);
  const itemsOf = (code: string): readonly string[] => picks.find((each) => each.code === code)?.items ?? [];
  const rows = option.board.groups.map(({ code }) => itemsOf(code));
  switch (form.kind) {
    case "places":
      return oneOfEach(rows)
        .filter((items) => !form.different || new Set(items).size === items.length)
        .map((items) => items.join(" "));
    case "sets":
      return someOf(rows[0] ?? [], form.length).map((items) => ascending(items).join(" "));
    case "whole":
      return [ascending(rows[0] ?? []).join(" ")];
    case "repeats":
      return oneOfEach(rows.map((row, at) => someOf(row, form.parts[at]?.digits ?? 0)))
        .map((parts) => parts.flatMap((digits, at) => digits.flatMap((digit) => timesOf(form, at, digit))))
        .filter((digits) => new Set(digits).size === form.parts.reduce((sum, part) => sum + part.digits, 0))
        .map((digits) => digits.toSorted().join(" "));
    case "items":
      return rows.flat();
    case "columns":
      return rows.flatMap((row, at) => row.map((item) => columnsWith(rows.length, at, item)));
    default:
      return form satisfies never;
  }
}

/** How an option is typed; all are but those with a single thing to tick. */
export function formOf(option: Option): TypedForm {
  const form = typedForm(option);
  if (form === undefined) throw new Error(`${option.code} cannot be typed`);
  return form;
}

const ascending = (items: readonly string[]): string[] =>
  items.toSorted((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));

function timesOf(form: Extract<TypedForm, { kind: "repeats" }>, at: number, digit: string): string[] {
  return Array.from({ length: form.parts[at]?.times ?? 0 }, () => digit.slice(0, 1));
}

const columnsWith = (columns: number, at: number, item: string): string =>
  Array.from({ length: columns }, (_, column) => (column === at ? item : "-")).join("|");

/** Items in a random order. */
export function shuffled<T>(items: readonly T[], uniform: Uniform): T[] {
  const left = [...items];
  return Array.from({ length: left.length }, () => left.splice(uniform(left.length), 1)).flat();
}

/**
 * Combinations of an option as one may have them: some at random, and all those of some picks, but for a few that were
 * crossed out. At most so many.
 */
export function randomList(option: Option, uniform: Uniform, most: number): string[] {
  const listed = new Set<string>();
  for (let turn = 0; turn < 3 && listed.size < most; turn++) {
    const all = writtenOut(option, smaller(option, randomPicks(option, uniform), uniform, most));
    const crossedOut = turn === 0 ? 0 : uniform(4);
    for (const each of shuffled(all, uniform).slice(crossedOut)) listed.add(each);
  }
  return shuffled([...listed], uniform).slice(0, most);
}

// Takes items out until the picks have no more bets than a test can enumerate.
function smaller(option: Option, picks: PickedGroups, uniform: Uniform, most: number): PickedGroups {
  const form = formOf(option);
  const sizeOf = (items: readonly string[]): number =>
    form.kind === "sets" ? items.length ** Math.min(form.length, 3) / 4 : items.length;
  let groups = picks.map(({ code, items }) => ({ code, items: shuffled(items, uniform) }));
  const isLarge = (): boolean =>
    form.kind !== "items" &&
    form.kind !== "columns" &&
    groups.reduce((bets, { items }) => bets * sizeOf(items), 1) > most;
  while (isLarge()) {
    const least = (code: string): number =>
      option.board.groups.find((group) => group.code === code)?.min ?? 0;
    const long = groups.filter(({ code, items }) => items.length > Math.max(least(code), 1));
    const cut = long[uniform(long.length)];
    if (cut === undefined) break;
    groups = groups.map((each) => (each === cut ? { ...each, items: each.items.slice(1) } : each));
  }
  return groups;
}
