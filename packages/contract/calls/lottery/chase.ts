import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { amount, gameCode, money, odds, page, prizeNo, time } from "../../fields.ts";
import { pickedGroup } from "../../records.ts";
import { sentLine } from "../../sent-line.ts";
import { MAX_SLIP_LINES, tokensOfLines } from "./order.ts";

/** Bounds of a plan: periods, and what a period's stake may be multiplied by. */
export const CHASE_PERIODS = { min: 2, usual: 10, max: 1_440 } as const;
export const CHASE_MULTIPLE_MAX = 1_000;
/** Chases of a player that may be going on at once. */
export const MAX_RUNNING_CHASES = 20;

const chaseNo = z.string().check(z.regex(/^C\d{9,30}$/, { error: "codes.CHASE_UNKNOWN" }));

/** Whether a chase goes on, waits for an answer to changed odds, or is over. */
export const chaseState = z.enum(["running", "asking", "ended"]);
export type ChaseState = z.output<typeof chaseState>;

/**
 * Why a chase is over. `done`: every planned period came. `won`, `profit`, `loss`: as the player had decided. `player`: they
 * ended it. `limit`: a limit of theirs was reached. `break`: they took a break from play. `register`: the licence's register
 * excludes them. `account`: the account was locked or closed. `operator`: ended at the desk.
 */
export const chaseEnd = z.enum([
  "done",
  "won",
  "profit",
  "loss",
  "player",
  "limit",
  "break",
  "register",
  "account",
  "operator",
]);
export type ChaseEnd = z.output<typeof chaseEnd>;

/** Why a planned period was not bet on. */
export const chaseMiss = z.enum([
  /** Nobody could place it in time. */
  "missed",
  /** The period was voided or never went on sale. */
  "no-sale",
  /** The result that decides whether the chase goes on came too late. */
  "result-late",
  /** The odds had changed and the player had not answered. */
  "odds-changed",
  /** The game was closed, or the option is no longer offered. */
  "closed",
  /** The stakes are outside the bounds by now, or the possible payout above the cap of an order. */
  "bounds",
  /** A cap on what a period can pay was reached. */
  "cap",
  /** A limit of the player was reached. */
  "limit",
  /** A break, or a reality check that waits for its answer. */
  "pause",
]);
export type ChaseMiss = z.output<typeof chaseMiss>;

export const chaseRecord = z.object({
  chaseNo: z.string(),
  gameCode: z.string(),
  time,
  state: chaseState,
  endedAt: z.optional(time),
  why: z.optional(chaseEnd),
  /** The lines, with the stake of one bet where the multiple is 1. */
  lines: z.array(
    z.object({
      optionId: z.string(),
      modeName: z.string(),
      optionName: z.string(),
      groups: z.array(pickedGroup),
      betNumbers: z.string(),
      betCount: z.number(),
      amount: money,
    }),
  ),
  /** Planned periods, those with a bet, and those passed over. */
  periods: z.number(),
  placed: z.number(),
  missed: z.number(),
  firstPrizeNo: z.string(),
  lastPrizeNo: z.string(),
  /** The period to bet on next; absent once it is over. */
  nextPrizeNo: z.optional(z.string()),
  /** Set aside at its start. */
  total: money,
  /** Placed as bets, what they won by now, and what of their stakes came back. */
  staked: money,
  payout: money,
  refund: money,
  /** Still set aside; the rest of `total` has been staked or returned. */
  held: money,
  stopOnWin: z.boolean(),
  stopProfit: z.optional(money),
  stopLoss: z.optional(money),
  /** The version of the odds the player agreed to, and while it asks, the one that waits for an answer. */
  oddsVersion: z.number(),
  asksVersion: z.optional(z.number()),
});
export type ChaseRecord = z.output<typeof chaseRecord>;

/** A planned period and what became of it. */
export const chaseStep = z.object({
  /** From 1. */
  place: z.number(),
  prizeNo: z.string(),
  multiple: z.number(),
  stake: money,
  /** `returned`: the chase was over before it. */
  state: z.enum(["planned", "placed", "missed", "returned"]),
  why: z.optional(chaseMiss),
  /** Of a placed one: its orders, whether they are decided, and what came back. */
  orderNos: z.optional(z.array(z.string())),
  decided: z.optional(z.boolean()),
  payout: z.optional(money),
  refund: z.optional(money),
});
export type ChaseStep = z.output<typeof chaseStep>;

/** Refusals by the rules, by money, and by what protects the player, as those of a slip. */
const BEGIN_REFUSALS = [
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
  "TOO_MANY_CHASES",
] as const;

export const chase = defineCall({
  method: "POST",
  path: "/api/lottery/chase/:gameCode",
  summary:
    "Begins a chase: the same lines over consecutive periods. All stakes are set aside at once; each period's bet is placed at its opening, and what is not placed comes back.",
  auth: "player",
  rate: "bets",
  idempotent: true,
  bodyLimitBytes: 256 * 1024,
  bodyMaxValues: 70_000,
  tokens: tokensOfLines,
  params: z.object({ gameCode }),
  body: z.strictObject({
    /** The first period: the one on sale. */
    prize_no: prizeNo,
    version: z.number().check(z.int(), z.minimum(1)),
    bets: z
      .array(sentLine)
      .check(
        z.minLength(1, { error: "validation.selectionBlank" }),
        z.maxLength(MAX_SLIP_LINES, { error: "validation.tooManyLines" }),
      ),
    /** Of each period, what its stakes are multiplied by. */
    multiples: z
      .array(z.number().check(z.int(), z.minimum(1), z.maximum(CHASE_MULTIPLE_MAX)))
      .check(
        z.minLength(CHASE_PERIODS.min, { error: "validation.chasePeriods" }),
        z.maxLength(CHASE_PERIODS.max, { error: "validation.chasePeriods" }),
      ),
    /** Ends with the first payout. */
    stop_on_win: z.boolean(),
    /** Ends once its bets have won or lost this much, net. */
    stop_profit: z.optional(amount),
    stop_loss: z.optional(amount),
  }),
  data: z.object({ chaseNo: z.string(), total: money, lastPrizeNo: z.string(), balance: money }),
  refusals: BEGIN_REFUSALS,
});

export const cancelChase = defineCall({
  method: "POST",
  path: "/api/lottery/cancelChase/:chaseNo",
  summary: "Ends an own chase; what is not placed comes back at once. Bets that were placed stay.",
  auth: "player",
  rate: "bets",
  idempotent: true,
  params: z.object({ chaseNo }),
  data: z.object({ chaseNo: z.string(), refund: money, balance: money }),
  refusals: ["CHASE_UNKNOWN", "CHASE_ENDED", "IDEMPOTENCY_CONFLICT", "REQUEST_GIVEN_UP", "MONEY_STOPPED"],
});

export const chaseOdds = defineCall({
  method: "POST",
  path: "/api/lottery/chaseOdds/:chaseNo",
  summary: "Agrees to changed odds or a new lunar year, so that a chase that asks goes on.",
  auth: "player",
  rate: "bets",
  params: z.object({ chaseNo }),
  body: z.strictObject({
    version: z.number().check(z.int(), z.minimum(1)),
    /** `year.now` of the chase, where it has one. */
    lunar_year: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(9999))),
  }),
  data: chaseRecord,
  refusals: ["CHASE_UNKNOWN", "CHASE_ENDED", "ODDS_CHANGED"],
});

export const chases = defineCall({
  method: "GET",
  path: "/api/lottery/chases/:gameCode",
  summary: "The player's chases in a game, or in every game for ALL, newest first.",
  auth: "player",
  rate: "read",
  heavy: true,
  params: z.object({ gameCode: z.string().check(z.maxLength(12)) }),
  query: z.strictObject({ state: z.optional(z.enum(["running", "ended"])), ...page }),
  data: z.object({ list: z.array(chaseRecord), nextCursor: z.nullable(z.string()) }),
  refusals: ["GAME_UNKNOWN"],
});

export const chaseDetail = defineCall({
  method: "GET",
  path: "/api/lottery/chaseDetail/:chaseNo",
  summary:
    "A chase with its planned periods, in their order, and the odds it was agreed at and those of now.",
  auth: "player",
  rate: "read",
  heavy: true,
  params: z.object({ chaseNo }),
  query: z.strictObject({ ...page }),
  data: z.object({
    chase: chaseRecord,
    /** By line: the odds the player agreed to, and those of now where they differ. */
    odds: z.array(
      z.object({ agreed: z.record(z.string(), odds), now: z.optional(z.record(z.string(), odds)) }),
    ),
    /** The version of the odds of now: to go on with them is to agree to it. */
    version: z.number(),
    /** Of a chase on animals that asks since the lunar year has turned: the one agreed to, and that of its next draw. */
    year: z.optional(z.object({ agreed: z.number(), now: z.number() })),
    steps: z.array(chaseStep),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["CHASE_UNKNOWN"],
});
