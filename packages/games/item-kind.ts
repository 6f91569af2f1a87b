import type { Family, Group } from "./bet.ts";

/**
 * What the items of a group are, so that a screen can draw them without knowing the bet:
 * `digit` a ball 0–9 · `sum` a figure on a ladder with its odds · `side` big, small, odd, even ·
 * `dragon-tiger` · `die`, `dice-pair`, `dice-triple` · `all` one tick for the whole bet · `car` ·
 * `ball` a Mark Six number · `zodiac` · `word` any other named item.
 */
export type ItemKind =
  | "digit"
  | "sum"
  | "side"
  | "dragon-tiger"
  | "die"
  | "dice-pair"
  | "dice-triple"
  | "all"
  | "car"
  | "ball"
  | "zodiac"
  | "word";

const SIDES = new Set(["big", "small", "odd", "even"]);
const DRAGON_TIGER = new Set(["dragon", "tiger", "tie"]);
/** Groups whose figures are sums or spans of several pieces, not pieces. */
const LADDERS = new Set(["sum", "span", "top-two-sum", "count"]);
const PIECE: Readonly<Record<Family, ItemKind>> = {
  "five-digits": "digit",
  dice: "die",
  racing: "car",
  "mark-six": "ball",
};

/** The kind of a group's items, from its family, code and items. */
export function itemKind(family: Family, { code, items }: Group): ItemKind {
  if (items.every((item) => SIDES.has(item))) return "side";
  if (items.every((item) => DRAGON_TIGER.has(item))) return "dragon-tiger";
  if (code === "all") return "all";
  if (code === "zodiac") return "zodiac";
  if (LADDERS.has(code)) return "sum";
  if (!items.every((item) => /^\d+$/u.test(item))) return "word";
  if (family === "dice" && items[0]?.length === 2) return "dice-pair";
  if (family === "dice" && items[0]?.length === 3) return "dice-triple";
  if (family === "mark-six" && items.length < 49) return "word";
  return PIECE[family];
}
