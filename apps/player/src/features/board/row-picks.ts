import { type ItemKind, sidesOf } from "@lotus/games";

/** A shortcut at the end of a row of numbers. */
export type HelperName = "all" | "big" | "small" | "odd" | "even" | "clear";

/** A shortcut and the items it picks. */
export interface Helper {
  readonly name: HelperName;
  readonly items: readonly string[];
}

type Item = { readonly id: string };

const EVERY: readonly HelperName[] = ["all", "big", "small", "odd", "even", "clear"];
const ENDS: readonly HelperName[] = ["all", "clear"];

/** Kinds whose items are consecutive numbers with a big and a small half. */
const HALVED: ReadonlySet<string> = new Set<ItemKind>(["digit", "car", "ball"]);
/** Kinds without shortcuts: their items exclude each other, so nobody picks all of them. */
const NONE: ReadonlySet<string> = new Set<ItemKind>(["side", "dragon-tiger", "all", "colour"]);
const CLEARED: ReadonlySet<string> = new Set<ItemKind>([
  "side-digit",
  "word",
  "wave",
  "range",
  "head",
  "sum",
]);

/** Shortcuts of a group: all six for numbers, all and clear for other pieces, none for a few items. */
export function helpersFor(kind: string, items: readonly Item[], max: number): readonly Helper[] {
  if (NONE.has(kind) || items.length < 3 || max < 2) return [];
  if (CLEARED.has(kind)) return items.length > 5 ? [{ name: "clear", items: [] }] : [];
  const names = HALVED.has(kind) ? EVERY : ENDS;
  return names
    .map((name) => ({ name, items: helperItems(name, items) }))
    .filter((helper) => helper.items.length <= max);
}

/** Items a shortcut picks: the upper half is big, the lower half small; odd and even by number. */
export function helperItems(name: HelperName, items: readonly Item[]): readonly string[] {
  const ids = items.map((item) => item.id);
  switch (name) {
    case "all":
      return ids;
    case "clear":
      return [];
    case "big":
    case "small":
      if (isMarkSix(ids)) return ids.filter((id) => sidesOf(Number(id)).bigSmall === name);
      return name === "big"
        ? ids.slice(Math.floor(ids.length / 2))
        : ids.slice(0, Math.floor(ids.length / 2));
    case "odd":
    case "even":
      if (isMarkSix(ids)) return ids.filter((id) => sidesOf(Number(id)).oddEven === name);
      return ids.filter((id) => Number(id) % 2 === (name === "odd" ? 1 : 0));
    default:
      return name satisfies never;
  }
}

/** Whether these are the forty-nine balls, the last of which has no side. */
function isMarkSix(ids: readonly string[]): boolean {
  return ids.length === 49;
}

/** The shortcut whose exact set is picked; never "clear". */
export function litHelper(helpers: readonly Helper[], picked: ReadonlySet<string>): HelperName | undefined {
  return helpers.find(
    ({ name, items }) =>
      name !== "clear" && items.length === picked.size && items.every((id) => picked.has(id)),
  )?.name;
}
