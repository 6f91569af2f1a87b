import type { Queries } from "../db/database.ts";
import { refuse, type Refused } from "../http/handler.ts";
import { breaksOf, limitRefusal, paceOf, refuseBlocked, tightestLimit } from "../protection/protection.ts";
import { queueLimitReached } from "../push/push.ts";

// Refusals of a stake by what its player has set, told once the placing statement has found that it binds.

/** A break, a doubt who the player is, or the pause after a reality check, or a check that waits for its answer (`until` may then be null). */
export async function refuseExcluded(
  db: Queries,
  playerId: bigint,
): Promise<Refused<"PAUSE_RUNNING" | "PLAYER_EXCLUDED" | "IDENTITY_NEEDED">> {
  const breaks = await breaksOf(db, playerId);
  if (breaks.blockedUntil === null) {
    const { waits, pauseUntil } = await paceOf(db, playerId);
    if (waits || pauseUntil !== null) return refuse("PAUSE_RUNNING", { data: { until: pauseUntil } });
  }
  return refuseBlocked(db, playerId, breaks);
}

/** Names the limit that leaves least, what it leaves, and when more is free. */
export async function refuseOverLimit(
  db: Queries,
  playerId: bigint,
  kind: "stake" | "loss",
): Promise<Refused<"OWN_LIMIT_REACHED">> {
  const limit = await tightestLimit(db, playerId, kind);
  if (limit !== null && limit.left <= 0n) await queueLimitReached(db, playerId, limit);
  return refuse("OWN_LIMIT_REACHED", limitRefusal(kind, limit));
}
