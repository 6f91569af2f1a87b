import type { Family } from "@lotus/games";
import type { MessageKey } from "@lotus/locales";
import { Chip } from "@lotus/ui";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./lobby.module.css";

/** A family, every game, or the starred ones. */
export type FamilyChoice = Family | "all" | "starred";

/** Names of the families. */
export const FAMILY_NAMES = {
  "five-digits": "app.family.digits",
  dice: "app.family.dice",
  racing: "app.family.racing",
  "mark-six": "app.family.markSix",
} as const satisfies Record<Family, MessageKey>;

/** The families in the order they are listed. */
export const FAMILIES = ["five-digits", "dice", "racing", "mark-six"] as const satisfies readonly Family[];

interface FamilyChipsProps {
  games: readonly LobbyGame[];
  /** Whether any game is starred. */
  starred: boolean;
  value: FamilyChoice;
  onChange: (family: FamilyChoice) => void;
}

/** One chip for all games and one for each family that has a game. */
export function FamilyChips({ games, starred, value, onChange }: FamilyChipsProps) {
  const { t } = useI18n();
  const there = FAMILIES.filter((family) => games.some((game) => game.family === family));
  return (
    <fieldset className={styles.chips} aria-label={t("app.lobby.families")}>
      <Chip on={value === "all"} onClick={() => onChange("all")}>
        {t("app.lobby.all")}
      </Chip>
      {starred && (
        <Chip on={value === "starred"} onClick={() => onChange("starred")}>
          {t("app.lobby.starred")}
        </Chip>
      )}
      {there.map((family) => (
        <Chip key={family} on={value === family} onClick={() => onChange(family)}>
          {t(FAMILY_NAMES[family])}
        </Chip>
      ))}
    </fieldset>
  );
}
