import { type ItemKind, sidesOf } from "@lotus/games";

/** A shortcut at the end of a row of numbers. */
export type HelperName = "all" | "big" | "small" | "odd" | "even" | "clear";

/** A shortcut with the items that it picks. */
export interface Helper {
  readonly name: HelperName;
  readonly items: readonly string[];
}

type Item = { readonly id: string };

const EVERY: readonly HelperName[] = ["all", "big", "small", "odd", "even", "clear"];
const ENDS: readonly HelperName[] = ["all", "clear"];

/** Kinds whose items are a run of numbers with a big and a small half. */
const HALVED: ReadonlySet<string> = new Set<ItemKind>(["digit", "car", "ball"]);
/** Kinds whose items are bets of their own that nobody takes all of: two sides at once cannot both win. */
const NONE: ReadonlySet<string> = new Set<ItemKind>(["side", "dragon-tiger", "all", "colour"]);
const CLEARED: ReadonlySet<string> = new Set<ItemKind>([
  "side-digit",
  "word",
  "wave",
  "range",
  "head",
  "sum",
]);

/** The shortcuts of a group: all six for numbers, all and clear for other pieces, none where a few items stand. */
export function helpersFor(kind: string, items: readonly Item[], max: number): readonly Helper[] {
  if (NONE.has(kind) || items.length < 3 || max < 2) return [];
  if (CLEARED.has(kind)) return items.length > 5 ? [{ name: "clear", items: [] }] : [];
  const names = HALVED.has(kind) ? EVERY : ENDS;
  return names
    .map((name) => ({ name, items: helperItems(name, items) }))
    .filter((helper) => helper.items.length <= max);
}

/** The items a shortcut picks. The upper half is big, the lower half small; odd and even by the number. */
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

/** The forty-nine balls, of which the last takes no side. */
function isMarkSix(ids: readonly string[]): boolean {
  return ids.length === 49;
}

/** The shortcut that is lit: the one whose exact set is picked. "Clear" never is. */
export function litHelper(helpers: readonly Helper[], picked: ReadonlySet<string>): HelperName | undefined {
  return helpers.find(
    ({ name, items }) =>
      name !== "clear" && items.length === picked.size && items.every((id) => picked.has(id)),
  )?.name;
}
