import * as z from "zod/mini";
import { LIMIT_KINDS, LIMIT_WINDOWS, playLimits, TIME_OUT_DAYS_MAX } from "../calls/user/play-limits.ts";
import { amount, money, time } from "../fields.ts";
import { ACTION_REFUSALS, CHANGE_REFUSALS, defineDeskCall, reason, recordId } from "./desk-call.ts";

const params = z.strictObject({ id: recordId });
const REFUSALS = [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES"] as const;

/** A change of a limit or a break that was begun, by the player or at the desk. */
const change = z.object({
  what: z.enum(["set", "asked", "confirmed", "dropped", "time-out", "exclusion", "return"]),
  /** Of a limit. */
  kind: z.nullable(z.enum(LIMIT_KINDS)),
  window: z.nullable(z.enum(LIMIT_WINDOWS)),
  before: z.nullable(money),
  after: z.nullable(money),
  /** End of a break. */
  until: z.nullable(time),
  /** Null if the player did it. */
  operator: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.string(),
  time,
});

const playerProtectionRecord = z.object({
  ...playLimits.shape,
  /** The newest changes first, at most 100. */
  changes: z.array(change),
  /** Months of exclusion that the rules in force offer. */
  exclusionMonths: z.array(z.number()),
});

export const playerProtection = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/protection",
  summary: "A player's limits with what is used of them, breaks, and every change of them.",
  auth: "operator",
  action: "protection.read",
  rate: "read",
  params,
  data: playerProtectionRecord,
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const tightenPlayerLimit = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/limits",
  summary: "Sets a lower limit for a player, at once. Nobody at the desk can raise or remove one.",
  auth: "operator",
  action: "protection.tighten",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ kind: z.enum(LIMIT_KINDS), window: z.enum(LIMIT_WINDOWS), amount, reason }),
  data: playerProtectionRecord,
  refusals: REFUSALS,
});

export const timeOutPlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/timeOut",
  summary: "Begins a time-out of a player, at once. It can be prolonged, and shortened by nobody.",
  auth: "operator",
  action: "protection.timeOut",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({
    days: z.number().check(z.int(), z.minimum(1), z.maximum(TIME_OUT_DAYS_MAX)),
    reason,
  }),
  data: playerProtectionRecord,
  refusals: REFUSALS,
});

export const excludePlayer = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/exclude",
  summary: "Excludes a player on the player's word, which the reason quotes. Nobody can undo it early.",
  auth: "operator",
  action: "protection.exclude",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ months: z.number().check(z.int(), z.minimum(3), z.maximum(1200)), reason }),
  data: playerProtectionRecord,
  refusals: REFUSALS,
});
