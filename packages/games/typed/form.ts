import type { Group, Option, PickedGroups } from "../bet.ts";
import { choices } from "../combinations.ts";
import { readPicks } from "../picks.ts";

/** How often each digit from a group of this code occurs in a number that is typed in full. */
const TIMES: Readonly<Record<string, number>> = { single: 1, double: 2, pair: 2, triple: 3, quadruple: 4 };

/** Digits that a number typed in full shows equally often: `digits` of the nth group, each `times` times. */
export interface RepeatedPart {
  readonly group: number;
  readonly times: number;
  readonly digits: number;
}

/**
 * How combinations of an option are typed.
 *
 * - `places`: one item for each group, in order: "123" over three places, "010203" for three cars.
 * - `sets`: as many items of the one group as a bet takes, in any order.
 * - `whole`: a set of any allowed size, which is one bet as it is.
 * - `repeats`: a number in full, whose digits repeat as the groups say: "1123" for a double and two singles.
 * - `items`: every item is a bet by itself: sums, spans, special numbers, sides.
 * - `columns`: items for each place, places apart by a bar and "-" for an empty one: "12|-|-|7|045".
 */
export type TypedForm =
  | { readonly kind: "places"; readonly length: number; readonly different: boolean }
  | { readonly kind: "sets"; readonly length: number }
  | { readonly kind: "whole"; readonly min: number; readonly max: number }
  | { readonly kind: "repeats"; readonly length: number; readonly parts: readonly RepeatedPart[] }
  | { readonly kind: "items" }
  | { readonly kind: "columns"; readonly length: number };

/** Bits that one of two groups takes in the number of a combination with repeats. */
export const REPEATS_BITS = 10;

/** A tick of a form by columns is the number of its group, times this, and its item. */
export const TICKS_A_GROUP = 64;

/** Items of the largest group, the base in which a combination by places is a number. */
export function baseOf(groups: readonly Group[]): number {
  return Math.max(...groups.map(({ items }) => items.length));
}

function countOf(option: Option, groups: PickedGroups): number {
  const read = readPicks(option, groups);
  return read.ok ? option.count(read.picks) : 0;
}

const timesOf = ({ code }: Group): number => TIMES[code] ?? 0;

function repeats(groups: readonly Group[]): TypedForm {
  const parts = groups.map((group, at) => ({ group: at, times: timesOf(group), digits: group.min }));
  return { kind: "repeats", length: parts.reduce((sum, part) => sum + part.times * part.digits, 0), parts };
}

// A bet takes the fewest items of the board if one more item makes as many bets as there are ways to choose them.
function formOfGroup(option: Option, group: Group): TypedForm {
  const { code, min, max, items } = group;
  const bets = (size: number): number => countOf(option, [{ code, items: items.slice(0, size) }]);
  const linked = bets(min + 1) === bets(min) * choices(min + 1, min);
  return linked ? { kind: "sets", length: min } : { kind: "whole", min, max };
}

/** Whether no item can stand in two places of one bet, as with cars. */
function differs(option: Option): boolean {
  const [item = ""] = option.board.groups[0]?.items ?? [];
  return (
    countOf(
      option,
      option.board.groups.map(({ code }) => ({ code, items: [item] })),
    ) === 0
  );
}

/** How an option's combinations are typed; undefined if there is nothing to choose. */
export function typedForm(option: Option): TypedForm | undefined {
  const { groups } = option.board;
  const [first, second] = groups;
  if (first === undefined || groups.every(({ items }) => items.length < 2)) return undefined;
  if (second === undefined) {
    if (timesOf(first) > 1) return repeats(groups);
    return first.min > 1 ? formOfGroup(option, first) : { kind: "items" };
  }
  if (groups.every((group) => timesOf(group) > 0)) return repeats(groups);
  if (groups.every(({ min }) => min > 0)) {
    return { kind: "places", length: groups.length, different: differs(option) };
  }
  const items = groups.flatMap((group) => group.items);
  const isApart = new Set(items).size === items.length;
  return isApart ? { kind: "items" } : { kind: "columns", length: groups.length };
}
