import type { Group, Option } from "../bet.ts";
import type { TypedName } from "./alphabet.ts";
import { baseOf, REPEATS_BITS, TICKS_A_GROUP, typedForm, type TypedForm } from "./form.ts";

const FIGURE = /^\d+$/u;

/** Writes items of groups: figures, equally long where several stand together, and words as the board has them. */
interface Writer {
  readonly groups: readonly Group[];
  readonly names: readonly TypedName[];
}

function widthOf({ items }: Group): number {
  return Math.max(...items.map((item) => (FIGURE.test(item) ? item.length : 0)));
}

function itemText({ groups, names }: Writer, at: number, index: number, isAlone = false): string {
  const group = groups[at];
  const item = group?.items[index] ?? "";
  if (group === undefined || FIGURE.test(item))
    return isAlone ? item : item.padStart(group === undefined ? 0 : widthOf(group), "0");
  return names.find((name) => name.group === group.code && name.item === item)?.name ?? item;
}

/** What stands between the items of a combination, and between combinations. */
function gapsFor({ groups }: Writer, form: TypedForm): readonly [inner: string, outer: string] {
  if (form.kind === "repeats") return ["", " "];
  const [first] = groups;
  if (first === undefined || !first.items.every((item) => FIGURE.test(item))) return [" ", ", "];
  if (widthOf(first) === 1) return ["", " "];
  return form.kind === "places" ? [" ", ", "] : ["-", ", "];
}

const indexesOf = (set: number): number[] => {
  const indexes: number[] = [];
  for (let left = set, at = 0; left > 0; left = Math.floor(left / 2), at++)
    if (left % 2 === 1) indexes.push(at);
  return indexes;
};

// The items of a combination in the order in which they are written, each with its group.
function itemsOf(
  form: TypedForm,
  groups: readonly Group[],
  code: number,
): readonly (readonly [number, number])[] {
  switch (form.kind) {
    case "places": {
      const base = baseOf(groups);
      return groups.map((_, at) => [at, Math.floor(code / base ** (groups.length - 1 - at)) % base]);
    }
    case "sets":
    case "whole":
      return indexesOf(code).map((index) => [0, index]);
    case "repeats":
      return form.parts
        .flatMap(({ times }, at) =>
          indexesOf((code >> (at * REPEATS_BITS)) & (2 ** REPEATS_BITS - 1)).flatMap((index) =>
            Array.from({ length: times }, (): [number, number] => [at, index]),
          ),
        )
        .toSorted(([, a], [, b]) => a - b);
    case "columns":
      return [[Math.floor(code / TICKS_A_GROUP), code % TICKS_A_GROUP]];
    case "items": {
      let [at, index] = [0, code];
      for (
        let size = groups[0]?.items.length ?? 0;
        index >= size;
        size = groups[++at]?.items.length ?? Infinity
      )
        index -= size;
      return [[at, index]];
    }
    default:
      return form satisfies never;
  }
}

function columnsText(writer: Writer, form: TypedForm, codes: readonly number[]): string {
  const columns = writer.groups.map((): string[] => []);
  for (const code of codes) {
    for (const [at, index] of itemsOf(form, writer.groups, code))
      columns[at]?.push(itemText(writer, at, index, true));
  }
  const glues = writer.groups.map(({ items }) => (items.every((item) => item.length === 1) ? "" : ","));
  return columns.map((items, at) => (items.length === 0 ? "-" : items.join(glues[at]))).join("|");
}

// As numbers are sorted: by their first items, then by the next.
function byItems(
  a: readonly (readonly [number, number])[],
  b: readonly (readonly [number, number])[],
): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one, other] = [a[at] ?? [0, 0], b[at] ?? [0, 0]];
    if (one[0] !== other[0] || one[1] !== other[1]) return one[0] - other[0] || one[1] - other[1];
  }
  return a.length - b.length;
}

/** Combinations of an option in ascending order as a text, which reads as the same combinations. */
export function typedText(
  option: Option,
  { form, combinations }: { readonly form: TypedForm; readonly combinations: readonly number[] },
  names: readonly TypedName[] = [],
): string {
  const { groups } = option.board;
  const written =
    form.kind === "repeats"
      ? groups.map((group) => ({ ...group, items: group.items.map((item) => item.slice(0, 1)) }))
      : groups;
  const writer = { groups: written, names };
  const [inner, outer] = gapsFor(writer, form);
  if (form.kind === "columns")
    return combinations.length === 0
      ? ""
      : columnsText(
          writer,
          form,
          combinations.toSorted((a, b) => a - b),
        );
  return combinations
    .map((code) => itemsOf(form, groups, code))
    .toSorted(byItems)
    .map((items) => items.map(([at, index]) => itemText(writer, at, index)).join(inner))
    .join(outer);
}

const EXAMPLES = 3;

/** A short text of combinations of an option, to show how they are written; empty if it cannot be typed. */
export function typedExample(option: Option, names: readonly TypedName[] = []): string {
  const form = typedForm(option);
  if (form === undefined) return "";
  return typedText(option, { form, combinations: exampleCodes(form, option.board.groups) }, names);
}

// Items one after the other, from the second on, as 123 456 789 reads better than 012 345 678.
function exampleCodes(form: TypedForm, groups: readonly Group[]): number[] {
  const size = groups[0]?.items.length ?? 0;
  const from = size > 9 ? 1 : 0;
  const bit = (at: number): number => 2 ** ((from + at) % size);
  const starts = Array.from({ length: EXAMPLES }, (_, at) => at);
  const codes = starts.map((start): number => {
    switch (form.kind) {
      case "places":
        return groups.reduce(
          (code, _, at) => code * baseOf(groups) + ((from + start * form.length + at) % size),
          0,
        );
      case "sets":
      case "whole": {
        const length = form.kind === "sets" ? form.length : form.min + (start % 2);
        return Array.from({ length }, (_, at) => bit(start * length + at)).reduce(
          (sum, each) => sum + each,
          0,
        );
      }
      case "repeats": {
        let next = start * 3;
        return form.parts.reduce((code, { digits }, at) => {
          let sum = code;
          for (let digit = 0; digit < digits; digit++) sum += bit(next++) * 2 ** (at * REPEATS_BITS);
          return sum;
        }, 0);
      }
      case "columns":
        return [0, 1, (groups.length - 1) * TICKS_A_GROUP + 1][start] ?? 0;
      case "items":
        return (from + start * 2) % size;
      default:
        return form satisfies never;
    }
  });
  return [...new Set(codes)];
}
