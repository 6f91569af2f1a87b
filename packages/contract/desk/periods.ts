import * as z from "zod/mini";
import { gameCode } from "../fields.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  changed,
  defineDeskCall,
  listOf,
  listQuery,
  reason,
  SECOND_REFUSALS,
} from "./desk-call.ts";
import { periodRecord, periodRow, periodState } from "./records.ts";

/** "FFC-202611210003". */
export const periodId = z
  .string()
  .check(z.regex(/^[A-Z0-9]{2,12}-\d{11,12}$/, { error: "codes.PERIOD_UNKNOWN" }));
const params = z.strictObject({ id: periodId });

export const periods = defineDeskCall({
  method: "GET",
  path: "/desk/api/periods",
  summary: "Periods of a game by their draw, latest first; without `to`, those on sale now and before.",
  auth: "operator",
  action: "period.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    game: z.optional(gameCode),
    state: z.optional(periodState),
    ...between,
    ...listQuery,
  }),
  data: listOf(periodRow),
  refusals: ACTION_REFUSALS,
});

export const period = defineDeskCall({
  method: "GET",
  path: "/desk/api/periods/:id",
  summary: "One period with what was sold and paid.",
  auth: "operator",
  action: "period.read",
  rate: "read",
  params,
  data: periodRecord,
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const voidPeriod = defineDeskCall({
  method: "POST",
  path: "/desk/api/periods/:id/void",
  summary:
    "Voids a period that has no result: every stake goes back once. Two people must ask for it; its players read both reasons.",
  auth: "operator",
  action: "period.void",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: changed(periodRecord),
  refusals: [...CHANGE_REFUSALS, ...SECOND_REFUSALS, "DAY_SUM_SPENT", "MONEY_STOPPED"],
});
