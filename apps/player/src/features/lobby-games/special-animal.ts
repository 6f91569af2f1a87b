import type { DrawResult } from "@lotus/contract";
import { ZODIAC, type Zodiac } from "@lotus/games";

/** The animal of the special ball, as the facts of a Mark Six result name it; undefined for any other result. */
export function specialAnimal({ facts }: Pick<DrawResult, "facts">): Zodiac | undefined {
  const special = facts["special"];
  if (typeof special !== "object" || special === null || !("zodiac" in special)) return undefined;
  return ZODIAC.find((animal) => animal === special.zodiac);
}
