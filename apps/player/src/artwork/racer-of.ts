import type { RacerKind } from "./racer.tsx";

/** The games of the racing family that are drawn as airships. */
const AIRSHIPS: ReadonlySet<string> = new Set(["XYFT"]);

/** What races in a game of the racing family. */
export function racerOf(gameCode: string): RacerKind {
  return AIRSHIPS.has(gameCode) ? "airship" : "car";
}
