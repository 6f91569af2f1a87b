import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import { HARM_SIGNALS } from "../harm-signals.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  queueQuery,
  reason,
  recordId,
  written,
} from "./desk-call.ts";
import { personRef, playerRef } from "./records.ts";

/** What was done for a player. A limit or a break that is named must have been set since the case was opened. */
export const CARE_OUTCOMES = ["message", "call", "limit", "timeOut", "none"] as const;
export type CareOutcome = (typeof CARE_OUTCOMES)[number];

const params = z.strictObject({ id: recordId });

/** A marker of harm with its points and its figure. */
const careReason = z.object({ signal: z.enum(HARM_SIGNALS), points: z.number(), value: z.number() });

/** What a player did in 30 days. */
const careFigures = z.object({ staked: money, recharged: money, nights: z.number() });

/** A case about a player's markers of harm, or their age. */
const careCase = z.object({
  id: z.string(),
  player: playerRef,
  openedAt: time,
  deadline: time,
  /** Markers of harm, or that the player said to be under age. */
  cause: z.enum(["markers", "underAge"]),
  score: z.number(),
  reasons: z.array(careReason),
  status: z.enum(["open", "closed"]),
  assignedTo: z.nullable(personRef),
  closedAt: z.nullable(time),
  closedBy: z.nullable(personRef),
  outcome: z.nullable(z.enum(CARE_OUTCOMES)),
  reason: z.nullable(z.string()),
  /** Of the 30 days before it was opened. */
  before: careFigures,
  /** Of the 30 days after it was closed; null before they are over. */
  after: z.nullable(careFigures),
});
export type CareCaseRow = z.output<typeof careCase>;

export const careCases = defineDeskCall({
  method: "GET",
  path: "/desk/api/care",
  summary:
    "Cases about markers of harm and about age; of the open ones, the one whose deadline is next comes first with order=oldest.",
  auth: "operator",
  action: "care.read",
  rate: "read",
  query: z.strictObject({ status: z.optional(z.enum(["open", "closed"])), ...queueQuery }),
  data: listOf(careCase),
  refusals: ACTION_REFUSALS,
});

export const playerCare = defineDeskCall({
  method: "GET",
  path: "/desk/api/players/:id/care",
  summary:
    "A player's score with its reasons and history, and the cases with what was done. Each look is logged.",
  auth: "operator",
  action: "care.read",
  rate: "read",
  params,
  data: z.object({
    score: z.number(),
    level: z.number(),
    reasons: z.array(careReason),
    scoredAt: z.nullable(time),
    /** Until then nothing that may tempt to play reaches the player; null if nothing is held back. */
    guardedUntil: z.nullable(time),
    /** Scores that differed from the one before, newest first, at most 60. */
    history: z.array(z.object({ time, score: z.number(), level: z.number() })),
    cases: z.array(
      z.extend(careCase, {
        events: z.array(
          z.object({
            what: z.enum(["opened", "assigned", "note", "closed", "measured"]),
            operator: z.nullable(personRef),
            words: z.string(),
            time,
          }),
        ),
      }),
    ),
  }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const assignCare = defineDeskCall({
  method: "POST",
  path: "/desk/api/care/:id/assign",
  summary: "Gives an open case to an operator who may close it, or to nobody in particular.",
  auth: "operator",
  action: "care.assign",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ operator_id: z.nullable(recordId) }),
  data: careCase,
  refusals: CHANGE_REFUSALS,
});

export const noteCare = defineDeskCall({
  method: "POST",
  path: "/desk/api/care/:id/note",
  summary: "Adds a note to an open case.",
  auth: "operator",
  action: "care.note",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ text: written(1000) }),
  data: careCase,
  refusals: CHANGE_REFUSALS,
});

export const closeCare = defineDeskCall({
  method: "POST",
  path: "/desk/api/care/:id/close",
  summary:
    "Closes a case with what was done and why; one at a time. It opens again when the score rises, and after two weeks in " +
    "which nothing has changed.",
  auth: "operator",
  action: "care.close",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ outcome: z.enum(CARE_OUTCOMES), reason }),
  data: careCase,
  refusals: CHANGE_REFUSALS,
});
