import * as z from "zod/mini";
import { time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  recordId,
} from "./desk-call.ts";
import { playerRecord } from "./records.ts";

const params = z.strictObject({ id: recordId });

export const closePlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/close",
  summary:
    "Closes an account for good on the player's word, which the reason quotes. What can be withdrawn must have been paid " +
    "out, and no bet may be running. The player is told by mail.",
  auth: "operator",
  action: "player.close",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: [...CHANGE_REFUSALS, "BALANCE_LEFT", "BETS_RUNNING"],
});

export const exportPlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/export",
  summary:
    "Asks for the archive of a player's data on the player's word, which the reason quotes. Only the player can fetch it.",
  auth: "operator",
  action: "player.export",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: playerRecord,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES", "EXPORT_TOO_OFTEN", "EXPORT_MAKING"],
});

/** What a run of the retention job did: one row for each kind of data it erased, and one for the run. */
export const retentionRow = z.object({
  id: z.string(),
  run: z.string(),
  /** As in the table of docs/operations.md; `run` for all of it. */
  what: z.string(),
  began: time,
  ended: time,
  erased: z.number(),
  failed: z.boolean(),
});
export type RetentionRow = z.output<typeof retentionRow>;

export const retentionRuns = defineDeskCall({
  method: "GET",
  path: "/desk/api/retention",
  summary: "What was erased because its time was over, newest first.",
  auth: "operator",
  action: "retention.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(retentionRow),
  refusals: ACTION_REFUSALS,
});
