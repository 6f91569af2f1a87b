import type { ItemKind } from "@lotus/games";

/** A shortcut at the end of a row of numbers. */
export type HelperName = "all" | "big" | "small" | "odd" | "even" | "clear";

type Item = { readonly id: string };

const EVERY: readonly HelperName[] = ["all", "big", "small", "odd", "even", "clear"];
const ENDS: readonly HelperName[] = ["all", "clear"];

/** Kinds whose items are a run of numbers with a big and a small half. */
const HALVED: ReadonlySet<string> = new Set<ItemKind>(["digit", "car"]);
const NONE: ReadonlySet<string> = new Set<ItemKind>(["side", "dragon-tiger", "all", "sum"]);

/** The shortcuts of a group: all six for ten numbers, all and clear for other pieces, none where a few items stand. */
export function helpersFor(kind: string, items: readonly Item[], max: number): readonly HelperName[] {
  if (NONE.has(kind) || items.length < 3 || max < 2) return [];
  const names = HALVED.has(kind) ? EVERY : ENDS;
  return names.filter((name) => name === "clear" || helperItems(name, items).length <= max);
}

/** The items a shortcut picks. The upper half is big, the lower half small; odd and even by the number. */
export function helperItems(name: HelperName, items: readonly Item[]): readonly string[] {
  const ids = items.map((item) => item.id);
  switch (name) {
    case "all":
      return ids;
    case "big":
      return ids.slice(Math.floor(ids.length / 2));
    case "small":
      return ids.slice(0, Math.floor(ids.length / 2));
    case "odd":
      return ids.filter((id) => Number(id) % 2 === 1);
    case "even":
      return ids.filter((id) => Number(id) % 2 === 0);
    case "clear":
      return [];
    default:
      return name satisfies never;
  }
}

/** The shortcut that is lit: the one whose exact set is picked. "Clear" never is. */
export function litHelper(
  names: readonly HelperName[],
  items: readonly Item[],
  picked: ReadonlySet<string>,
): HelperName | undefined {
  return names.find((name) => {
    if (name === "clear") return false;
    const set = helperItems(name, items);
    return set.length === picked.size && set.every((id) => picked.has(id));
  });
}
