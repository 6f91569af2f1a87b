import type { Family } from "@lotus/games";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";

const FAMILIES: readonly Family[] = ["five-digits", "dice", "racing", "mark-six"];

/** The family of a rule tree. A family unknown to this build is shown as digits. */
export function asFamily(family: string): Family {
  return FAMILIES.find((known) => known === family) ?? "five-digits";
}

/** Name of a game; its code until the lobby is loaded. */
export function gameName(code: string, game: LobbyGame | undefined): string {
  return game?.name ?? code;
}
