import type { Group, Option } from "../bet.ts";
import { alphabetOf, valueOf, type TypedName } from "./alphabet.ts";
import { Found, type Leave, type LeftOut, type Spot } from "./found.ts";
import { baseOf, REPEATS_BITS, typedForm, type RepeatedPart, type TypedForm } from "./form.ts";
import { piecesOf } from "./lex.ts";
import { readColumns } from "./read-columns.ts";
import { readCombinations, type Combining } from "./read-combinations.ts";
import { readItems } from "./read-items.ts";
import { RangeBudget } from "./reader.ts";

/** Longest text that is read; a longer one is not read at all, so that nothing of it is lost unnoticed. */
export const MAX_TYPED_LENGTH = 200_000;

/** What was read of a typed text. */
export interface TypedReading {
  readonly form: TypedForm;
  /** A number for each combination, in the order typed, none twice; `typedLines` knows what they mean. */
  readonly combinations: readonly number[];
  /** How often one came again, and where the first of these stand. */
  readonly repeatCount: number;
  readonly repeats: readonly Spot[];
  /** How many pieces were left out, and the first of them. */
  readonly leftOutCount: number;
  readonly leftOut: readonly LeftOut[];
}

/** A text that was read, or one that is too long to be. */
export type ReadTyped =
  | ({ readonly ok: true } & TypedReading)
  | { readonly ok: false; readonly length: number; readonly max: number };

// The digits of a number in full, sorted into the groups by how often each comes.
function sortedByTimes(items: readonly number[], parts: readonly RepeatedPart[]): number | undefined {
  const times = new Uint8Array(REPEATS_BITS);
  for (const item of items) times[item] = (times[item] ?? 0) + 1;
  const left = parts.map(({ digits }) => digits);
  let code = 0;
  for (const [item, shown] of times.entries()) {
    if (shown === 0) continue;
    const at = parts.findIndex((part) => part.times === shown);
    if (at < 0) return undefined;
    left[at] = (left[at] ?? 0) - 1;
    code |= 1 << (item + at * REPEATS_BITS);
  }
  return left.every((missing) => missing === 0) ? code : undefined;
}

const hasTwice = (items: readonly number[]): boolean => items.some((item, at) => items.indexOf(item) !== at);

type CombinedForm = Exclude<TypedForm, { kind: "items" | "columns" }>;

function combiningOf(form: CombinedForm, groups: readonly Group[], found: Found): Combining {
  const { kind } = form;
  if (kind === "places") {
    const base = baseOf(groups);
    const take: Combining["take"] = (items, from, to) => {
      if (form.different && hasTwice(items)) return found.leave("repeated", { from, to });
      let code = 0;
      for (const item of items) code = code * base + item;
      found.take(code, from, to);
    };
    const digits = groups.every(({ items }) => items.length === 10 && items[0] === "0");
    if (!digits) return { want: form.length, ranges: false, take };
    const takeDigits: Combining["takeDigits"] = (text, from, to) => {
      found.take(valueOf(text, from, to), from, to);
      return true;
    };
    return { want: form.length, ranges: true, take, takeDigits };
  }
  if (kind === "repeats") {
    const take: Combining["take"] = (items, from, to) => {
      const code = sortedByTimes(items, form.parts);
      if (code === undefined) found.leave("shape", { from, to });
      else found.take(code, from, to);
    };
    return { want: form.length, ranges: false, take };
  }
  const take: Combining["take"] = (items, from, to) => {
    if (hasTwice(items)) return found.leave("repeated", { from, to });
    const got = items.length;
    if (kind === "whole" && got < form.min) return found.leave("few", { from, to }, { want: form.min, got });
    if (kind === "whole" && got > form.max) return found.leave("many", { from, to }, { want: form.max, got });
    found.take(
      items.reduce((sum, item) => sum + 2 ** item, 0),
      from,
      to,
    );
  };
  return { want: kind === "sets" ? form.length : undefined, ranges: false, take };
}

/** Combinations by places are at most these, so that a table tells which were read. */
function codesOf(form: TypedForm, groups: readonly Group[]): number | undefined {
  return form.kind === "places" ? baseOf(groups) ** form.length : undefined;
}

/** The groups whose items a combination is typed with: of a number in full those that are single digits. */
function typedGroups(form: TypedForm, groups: readonly Group[]): readonly Group[] {
  if (form.kind !== "repeats") return groups;
  return groups.filter(({ items }) => items.every((item) => item.length === 1)).slice(0, 1);
}

/**
 * Reads the combinations of an option from a text as people type and paste them. What cannot be read is left out with its
 * place and reason; nothing is guessed. Undefined for options that have nothing to choose. `names` are the board's words
 * in the language of the player.
 */
export function readTyped(
  option: Option,
  text: string,
  names: readonly TypedName[] = [],
): ReadTyped | undefined {
  const form = typedForm(option);
  if (form === undefined) return undefined;
  if (text.length > MAX_TYPED_LENGTH) return { ok: false, length: text.length, max: MAX_TYPED_LENGTH };
  const { groups } = option.board;
  const found = new Found(codesOf(form, groups));
  if (form.kind === "columns") readColumns(groups, text, names, found);
  else {
    const alphabet = alphabetOf(typedGroups(form, groups), names, form.kind === "items");
    const leave: Leave = (...why) => found.leave(...why);
    const reader = { pieces: piecesOf(text), alphabet, leave, budget: new RangeBudget() };
    if (form.kind === "items") readItems(reader, (item, from, to) => found.take(item, from, to));
    else readCombinations(reader, combiningOf(form, groups, found));
  }
  const { combinations, repeatCount, repeats, leftOutCount, leftOut } = found;
  return { ok: true, form, combinations, repeatCount, repeats, leftOutCount, leftOut };
}
