import type { Queries } from "../db/database.ts";
import { refuse, type Refused } from "../http/handler.ts";
import { isHeld } from "../identity/identity.ts";
import type { Breaks } from "./play-state.ts";

/** Why play is refused: a break, or because the desk has to see first who the player is. */
export async function refuseBlocked(
  db: Queries,
  playerId: bigint,
  { timeOutUntil, excludedUntil, blockedUntil }: Breaks,
): Promise<Refused<"PLAYER_EXCLUDED" | "IDENTITY_NEEDED">> {
  const isBreak = timeOutUntil !== null || excludedUntil !== null;
  if (!isBreak && (await isHeld(db, playerId))) return refuse("IDENTITY_NEEDED");
  return refuse("PLAYER_EXCLUDED", { data: { until: blockedUntil } });
}
