import * as z from "zod/mini";
import { ACTION_REFUSALS, defineDeskCall, recordId } from "./desk-call.ts";
import { aloneBounds, playerShield, playerStatus } from "./records.ts";

export const alone = defineDeskCall({
  method: "GET",
  path: "/desk/api/alone",
  summary:
    "What the reader may still do alone: the sums of the last 24 hours, theirs and, where a player is named, what any " +
    "one person has done alone for that player. The sums of the player are empty where none is named.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  query: z.strictObject({ player_id: z.optional(recordId) }),
  data: z.object({
    recharges: aloneBounds,
    withdrawals: aloneBounds,
    gifts: aloneBounds,
    /** Periods the operator helped to void. */
    voids: z.object({ used: z.number(), most: z.number() }),
    /** Null if no player is named. */
    playerStatus: z.nullable(playerStatus),
    /** Why the player may get no gift; null if nothing forbids it, no player is named, or the reader gives no gifts. */
    giftStop: z.nullable(playerShield),
  }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});
