import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { amount, money, time } from "../../fields.ts";
import { IDENTITY_STATES } from "./identity.ts";

export const withdrawQuote = defineCall({
  method: "GET",
  path: "/api/user/withdrawQuote",
  summary:
    "What stands before a withdrawal: limits, turnover left, holds, and the fee and arrival of an amount.",
  auth: "player",
  rate: "read",
  heavy: true,
  query: z.strictObject({ amount: z.optional(amount) }),
  data: z.object({
    min: money,
    max: money,
    /** Amounts to a bank are multiples of this. */
    bankStep: money,
    balance: money,
    /** Turnover required before a withdrawal: settled stakes against what came in since the balance was last zero. */
    turnover: z.object({
      required: money,
      /** Recharges and gifts since the balance was last zero, which `required` is a percentage of. */
      received: z.optional(money),
      done: money,
      left: money,
      /**
       * Stakes that do not count, because they covered more than `maxCoverage` of a draw's outcomes: the player's own
       * bets, or those of several players who invited each other together.
       */
      leftOut: z.object({ own: money, team: money }),
      /** Stakes just settled: whether they count is decided within seconds. */
      counting: money,
      /** In percent; at 100 everything counts. */
      maxCoverage: z.number(),
    }),
    /** End of a hold after a change of security details; null if there is none. */
    heldUntil: z.nullable(time),
    /** How far the house knows who the player is, and whether this withdrawal, or any, needs it. */
    identity: z.object({ state: z.enum(IDENTITY_STATES), needed: z.boolean() }),
    /** Number of withdrawals in review, and its limit. */
    pending: z.number(),
    maxPending: z.number(),
    /** Usual duration of a review, in minutes. */
    arrivalMinutes: z.number(),
    /** Fee of the requested amount. */
    fee: z.optional(money),
    arrives: z.optional(money),
  }),
  refusals: [],
});
