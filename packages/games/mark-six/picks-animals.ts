import type { PickedGroups } from "../bet.ts";
import { ZODIAC } from "./ball.ts";

const ANIMALS: ReadonlySet<string> = new Set(ZODIAC);

/** Whether a selection of Mark Six names animals, which stand for other numbers in each lunar year. */
export function picksAnimals(groups: PickedGroups): boolean {
  return groups.some(({ items }) => items.some((item) => ANIMALS.has(item)));
}
