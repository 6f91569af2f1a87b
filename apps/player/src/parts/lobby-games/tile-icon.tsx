import { GameIcon } from "../../pictures/game-icon.tsx";
import type { LobbyGame } from "./use-games.ts";

/** The games of the racing family that fly. */
const AIRSHIPS: ReadonlySet<string> = new Set(["XYFT"]);

interface TileIconProps {
  game: Pick<LobbyGame, "gameCode" | "family" | "cycleMinutes">;
  size?: number;
}

/** The picture of a game in its tile; the minutes of its cycle tell games of one kind apart. */
export function TileIcon({ game, size = 44 }: TileIconProps) {
  return (
    <GameIcon
      family={game.family}
      mark={`${String(game.cycleMinutes)}′`}
      racer={AIRSHIPS.has(game.gameCode) ? "airship" : "car"}
      size={size}
    />
  );
}
