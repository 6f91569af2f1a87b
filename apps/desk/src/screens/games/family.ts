import type { GameRecord } from "@lotus/contract/desk";
import type { useWords } from "../../words/use-words.ts";

const FAMILIES = ["five-digits", "dice", "racing", "mark-six"] as const;

/** What a family of games is called. */
export function familyOf(t: ReturnType<typeof useWords>, family: GameRecord["family"]): string {
  const known = FAMILIES.find((each) => each === family);
  return known === undefined ? family : t(`game.family.${known}`);
}
