import type { RacerKind } from "./racer.tsx";

/** The games of the racing family that are drawn as airships. */
const AIRSHIPS: ReadonlySet<string> = new Set(["XYFT"]);

/** The kind of racer of a game. */
export function racerOf(gameCode: string): RacerKind {
  return AIRSHIPS.has(gameCode) ? "airship" : "car";
}
