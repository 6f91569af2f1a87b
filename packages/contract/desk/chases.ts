import * as z from "zod/mini";
import { chaseRecord } from "../calls/lottery/chase.ts";
import { ACTION_REFUSALS, CHANGE_REFUSALS, defineDeskCall, listOf, reason, recordId } from "./desk-call.ts";

/** A chase as the desk lists it. Its id is its number. */
export const deskChase = z.extend(chaseRecord, { id: z.string() });

export const playerChases = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/chases",
  summary:
    "A player's latest chases, newest first: what each bets, how far it has come, and what is held for it.",
  auth: "operator",
  action: "player.read",
  rate: "read",
  heavy: true,
  params: z.strictObject({ id: recordId }),
  data: listOf(deskChase),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const endPlayerChase = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/endChase",
  summary: "Ends a player's chase: what is not placed goes back to the player at once, who is told.",
  auth: "operator",
  action: "player.endChase",
  rate: "money",
  idempotent: true,
  params: z.strictObject({ id: recordId }),
  body: z.strictObject({ chase_no: z.string().check(z.regex(/^C\d{9,30}$/)), reason }),
  data: z.object({ id: z.string() }),
  refusals: [...CHANGE_REFUSALS, "MONEY_STOPPED"],
});
