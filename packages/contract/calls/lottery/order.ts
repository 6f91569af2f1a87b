import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { gameCode, money, odds, prizeNo } from "../../fields.ts";
import { betReceipt } from "../../records.ts";
import { sentLine } from "../../sent-line.ts";

/** Largest number of lines of a slip. */
export const MAX_SLIP_LINES = 200;

/** Each line takes a rate-limit token, as a single bet does. */
export function tokensOfLines(body: unknown): number {
  const bets = typeof body === "object" && body !== null && "bets" in body ? body.bets : undefined;
  return Array.isArray(bets) ? Math.min(MAX_SLIP_LINES, Math.max(1, bets.length)) : 1;
}

export const order = defineCall({
  method: "POST",
  path: "/api/lottery/order/:gameCode",
  summary: "Places a slip on one period: accepted whole or refused whole, naming the line.",
  auth: "player",
  rate: "bets",
  idempotent: true,
  bodyLimitBytes: 256 * 1024,
  bodyMaxValues: 70_000,
  tokens: tokensOfLines,
  params: z.object({ gameCode }),
  body: z.strictObject({
    prize_no: prizeNo,
    version: z.optional(z.number().check(z.int(), z.minimum(1))),
    bets: z
      .array(sentLine)
      .check(
        z.minLength(1, { error: "validation.selectionBlank" }),
        z.maxLength(MAX_SLIP_LINES, { error: "validation.tooManyLines" }),
      ),
  }),
  data: z.object({
    orders: z.array(
      z.object({
        orderNo: z.string(),
        optionId: z.string(),
        betCount: z.number(),
        amount: money,
        total: money,
        /** Odds fixed on the order, by tier ("hit") or tier and class ("side/big"). */
        odds: z.record(z.string(), odds),
        receipt: betReceipt,
      }),
    ),
    total: money,
    balance: money,
  }),
  refusals: [
    "GAME_UNKNOWN",
    "GAME_CLOSED",
    "PERIOD_UNKNOWN",
    "PERIOD_NOT_OPEN",
    "PERIOD_CLOSED",
    "OPTION_OFF",
    "BAD_SELECTION",
    "STAKE_BELOW_MIN",
    "STAKE_ABOVE_MAX",
    "TOO_MANY_LINES",
    "TOO_MANY_BETS",
    "PAYOUT_OVER_CAP",
    "SELECTION_CAP_REACHED",
    "PERIOD_CAP_REACHED",
    "HOUSE_CAP_REACHED",
    "NOT_ENOUGH_BALANCE",
    "ODDS_CHANGED",
    "PLAYER_EXCLUDED",
    "PAUSE_RUNNING",
    "OWN_LIMIT_REACHED",
    "REGISTER_UNAVAILABLE",
    "PERSON_NEEDED",
    "IDENTITY_NEEDED",
    "IDEMPOTENCY_CONFLICT",
    "REQUEST_GIVEN_UP",
    "MONEY_STOPPED",
  ],
});
