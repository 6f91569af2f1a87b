import { GameIcon } from "../../artwork/game-icon.tsx";
import { racerOf } from "../../artwork/racer-of.ts";
import type { LobbyGame } from "./use-games.ts";

interface TileIconProps {
  game: Pick<LobbyGame, "gameCode" | "family" | "cycleMinutes">;
  size?: number;
}

/** The picture of a game in its tile; the minutes of the cycle distinguish games of one family. */
export function TileIcon({ game, size = 44 }: TileIconProps) {
  return (
    <GameIcon
      family={game.family}
      mark={`${String(game.cycleMinutes)}′`}
      racer={racerOf(game.gameCode)}
      size={size}
    />
  );
}
