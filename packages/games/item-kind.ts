import type { Family, Group } from "./bet.ts";

/**
 * Kinds of a group's items, so that a screen can draw them without knowing the bet:
 * `digit` a ball 0–9 · `sum` a figure on a ladder, with its odds where they differ · `side` big, small, odd,
 * even · `side-digit` the sides of a ball and then its ten digits · `dragon-tiger` · `die`, `dice-pair`,
 * `dice-triple` · `all` one tick for the whole bet · `car` · `ball` a Mark Six number · `colour` a colour
 * wave · `wave` half of one, "red-big" · `zodiac` · `head`, `tail` the first and the last digit of a ball ·
 * `range` a run of balls, "1-10" · `word` any other named item.
 */
export type ItemKind =
  | "digit"
  | "sum"
  | "side"
  | "side-digit"
  | "dragon-tiger"
  | "die"
  | "dice-pair"
  | "dice-triple"
  | "all"
  | "car"
  | "ball"
  | "colour"
  | "wave"
  | "zodiac"
  | "head"
  | "tail"
  | "range"
  | "word";

const SIDES = ["big", "small", "odd", "even"];
const DRAGON_TIGER = new Set(["dragon", "tiger", "tie"]);
/** Groups whose figures are sums or spans of several pieces, not pieces. */
const LADDERS = new Set(["sum", "span", "top-two-sum", "count"]);
/** Mark Six groups whose code is their kind: each item is a set of balls. */
const BALL_SETS = new Set<string>(["colour", "wave", "zodiac", "head", "tail", "range"]);
const PIECE: Readonly<Record<Family, ItemKind>> = {
  "five-digits": "digit",
  dice: "die",
  racing: "car",
  "mark-six": "ball",
};

/** The kind of a group's items, from its family, code and items. */
export function itemKind(family: Family, { code, items }: Group): ItemKind {
  if (code === "all") return "all";
  if (LADDERS.has(code)) return "sum";
  if (family === "mark-six" && isBallSet(code)) return code;
  if (items.every((item) => SIDES.includes(item))) return "side";
  if (items.every((item) => DRAGON_TIGER.has(item))) return "dragon-tiger";
  const named = items.filter((item) => !/^\d+$/u.test(item));
  if (family === "five-digits" && named.join() === SIDES.join()) return "side-digit";
  if (named.length > 0) return "word";
  if (family === "dice" && items[0]?.length === 2) return "dice-pair";
  if (family === "dice" && items[0]?.length === 3) return "dice-triple";
  return PIECE[family];
}

function isBallSet(code: string): code is ItemKind {
  return BALL_SETS.has(code);
}
