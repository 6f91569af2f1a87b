import * as z from "zod/mini";
import { gameCode, money, time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  changed,
  defineDeskCall,
  listOf,
  listQuery,
  recordId,
  SECOND_REFUSALS,
  told,
} from "./desk-call.ts";
import { periodRecord, periodRow, periodState } from "./records.ts";

/** "FFC-202611210003". */
export const periodId = z
  .string()
  .check(z.regex(/^[A-Z0-9]{2,12}-\d{11,12}$/, { error: "codes.PERIOD_UNKNOWN" }));
const params = z.strictObject({ id: periodId });

/** The most periods that are voided together. */
export const MAX_PERIODS_TOGETHER = 200;
const ids = z.array(periodId).check(
  z.minLength(1),
  z.maxLength(MAX_PERIODS_TOGETHER),
  z.refine<string[]>((list) => new Set(list).size === list.length, { error: "validation.invalid" }),
);

/** The most stakes that may go back: what the operator agreed to. Sale goes on meanwhile, and more is refused. */
const most = z.optional(money);

/**
 * The first person whose request the second one confirms as it was shown: `reason` is the first person's. Refused if somebody
 * asks with another reason by now.
 */
const confirms = z.optional(recordId);

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
    /** Only those that the rules made void and nobody has marked as seen. */
    rule_void: z.optional(z.enum(["unseen"])),
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
    "Voids a period that has no result: every stake goes back once. Two people must ask for it with the same reason, which its players are told if it is of the list; another reason is a request of its own. With `confirms` it confirms exactly what this first person asked for.",
  auth: "operator",
  action: "period.void",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ ...told, most, confirms }),
  data: changed(periodRecord),
  refusals: [
    ...CHANGE_REFUSALS,
    ...SECOND_REFUSALS,
    "DAY_SUM_SPENT",
    "VOIDS_TOO_MANY",
    "VOID_COSTS_MORE",
    "VOID_ASKED_OTHERWISE",
    "MONEY_STOPPED",
  ],
});

/** Periods that may be voided together, by a game or all of them and their draws, or by their ids. */
export const periodRange = defineDeskCall({
  method: "GET",
  path: "/desk/api/periodRange",
  summary:
    "What voiding a range of periods would return: by their draws (`from`, `to`) of a game or all, or by `ids`, divided by commas.",
  auth: "operator",
  action: "period.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    game: z.optional(gameCode),
    ...between,
    ids: z.optional(z.string().check(z.maxLength(MAX_PERIODS_TOGETHER * 26))),
  }),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        state: periodState,
        drawAt: time,
        /** Orders that are not cancelled, and their stakes. */
        orders: z.number(),
        stake: money,
        /** Of a void period: those whose stake is back already. */
        refunded: z.number(),
        /** Paid already; a period with a result stays as it is. */
        payout: money,
        /** Whether its sale goes on, so that it can be voided. */
        isOpen: z.boolean(),
        voidAsked: periodRow.shape.voidAsked,
      }),
    ),
    /** Of those that can be voided: periods, orders, players, and the stakes that go back. */
    periods: z.number(),
    orders: z.number(),
    players: z.number(),
    stake: money,
    /** What the others have paid, which stays paid. */
    paid: money,
  }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN", "PERIODS_TOO_MANY"],
});

export const voidPeriods = defineDeskCall({
  method: "POST",
  path: "/desk/api/periods/void",
  summary:
    "Voids periods together, at once or not at all: two people must ask for each with the same reason, which players are told if it is of the list; another reason is a request of its own. Those that cannot be voided stay, and are named with the reason. With `confirms` it confirms exactly what this first person asked for.",
  auth: "operator",
  action: "period.void",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ ids, ...told, most, confirms }),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(["asked", "voided", "refused"]),
        /** Code and text of a refusal. */
        code: z.nullable(z.number()),
        msg: z.nullable(z.string()),
      }),
    ),
    asked: z.number(),
    voided: z.number(),
    refused: z.number(),
    waitsForSecond: z.boolean(),
  }),
  refusals: [
    ...CHANGE_REFUSALS,
    ...SECOND_REFUSALS,
    "DAY_SUM_SPENT",
    "VOIDS_TOO_MANY",
    "VOID_COSTS_MORE",
    "VOID_ASKED_OTHERWISE",
  ],
});

export const periodsSeen = defineDeskCall({
  method: "POST",
  path: "/desk/api/periods/seen",
  summary:
    "Notes that an operator has seen these periods, which the rules made void: the dashboard no longer counts them.",
  auth: "operator",
  action: "period.seen",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ ids }),
  data: z.object({ seen: z.number() }),
  refusals: CHANGE_REFUSALS,
});
