import type { GameRecord } from "@lotus/contract/desk";
import type { useI18n } from "../../i18n/use-i18n.ts";

const FAMILIES = ["five-digits", "dice", "racing", "mark-six"] as const;

/** Names of the families of games. */
export function familyOf(t: ReturnType<typeof useI18n>, family: GameRecord["family"]): string {
  const known = FAMILIES.find((each) => each === family);
  return known === undefined ? family : t(`game.family.${known}`);
}
