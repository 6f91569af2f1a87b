import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money, time } from "../../fields.ts";
import { parseMoney } from "@lotus/money";

/** What a limit counts: money recharged, what play cost less what it won, or stakes. */
export const LIMIT_KINDS = ["deposit", "loss", "stake"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** The rolling windows of limits: the last 24 hours, 7 days, 30 days. */
export const LIMIT_WINDOWS = ["day", "week", "month"] as const;
export type LimitWindow = (typeof LIMIT_WINDOWS)[number];

/** Longest time-out, in days; whoever wants longer excludes themselves. */
export const TIME_OUT_DAYS_MAX = 42;

/** Months that stand for an exclusion without an end. */
export const MONTHS_FOR_GOOD = 1200;

/** Bounds of the interval of reality checks, in minutes. */
export const REALITY_CHECK_MINUTES = { min: 10, max: 60 } as const;

/** The last millisecond of the year 9999. */
const LAST_INSTANT = 253_402_300_799_999;

/** Epoch milliseconds in a request. */
const instant = z.number().check(z.int(), z.minimum(0), z.maximum(LAST_INSTANT));

const kind = z.enum(LIMIT_KINDS);
const window = z.enum(LIMIT_WINDOWS);

/** An amount of a limit, which may be 0.00: then nothing more is allowed. */
const limitAmount = z.string().check(
  z.maxLength(20, { error: "validation.tooLong" }),
  z.refine<string>((value) => value.trim() !== "", { error: "validation.amountBlank", abort: true }),
  z.refine<string>(
    (value) => {
      const parsed = parseMoney(value);
      return parsed.ok && parsed.value >= 0n;
    },
    { error: "validation.amountFormat" },
  ),
);

const limit = z.object({
  kind,
  window,
  /** The limit in force; null if there is none. */
  amount: z.nullable(money),
  /** What the window holds now; negative where a loss is counted and more was won than staked. */
  used: money,
  /** When the oldest part of `used` leaves the window; null if nothing is in it. */
  resetsAt: z.nullable(time),
  /** A raise or removal that waits: the player confirms it at `from` or later, or it never takes effect. */
  pending: z.optional(z.object({ amount: z.nullable(money), from: time })),
});

/** Everything a player has set to protect themselves, and what it has counted. */
export const playLimits = z.object({
  /** All nine, whether set or not. */
  limits: z.array(limit),
  timeOutUntil: z.nullable(time),
  /** End of the self-exclusion; for one without an end, the year 9999. */
  excludedUntil: z.nullable(time),
  /** Whether the exclusion has ended and the player may ask to return: until then nothing is accepted. */
  mayReturn: z.boolean(),
  realityCheckMinutes: z.number(),
  /**
   * Where the rules ask for a pause after a reality check: when the next one must be answered, counted from the first bet;
   * bets are refused from then on. Null while no play runs, and where there are no pauses.
   */
  checkDueAt: z.nullable(time),
  /** Until when bets are refused after a reality check; null if no pause runs. */
  pauseUntil: z.nullable(time),
  /** When the player last set a deposit limit or said that they are right; null if never. */
  reviewedAt: z.nullable(time),
  /** Whether the rules ask the player to review the deposit limits now. */
  reviewDue: z.boolean(),
  /** Won less staked over the last 24 hours, 7 days, 30 days and 12 months. */
  net: z.object({ day: money, week: money, month: money, year: money }),
});

export const limits = defineCall({
  method: "GET",
  path: "/api/user/limits",
  summary: "The player's limits with what is used of them, breaks from play, and net results.",
  auth: "player",
  rate: "read",
  data: playLimits,
  refusals: [],
});

export const setLimit = defineCall({
  method: "POST",
  path: "/api/user/limits",
  summary:
    "Sets a limit of the player. A lower one is in force at once. A higher one, or none (null), waits as long as the " +
    "rules in force say and must then be confirmed by confirmLimit.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ kind, window, amount: z.nullable(limitAmount) }),
  data: playLimits,
  refusals: ["LIMIT_OBLIGATORY"],
});

export const confirmLimit = defineCall({
  method: "POST",
  path: "/api/user/confirmLimit",
  summary: "Confirms a raised or removed limit after its waiting time; only then is it in force.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ kind, window }),
  data: playLimits,
  refusals: ["LIMIT_NOT_PENDING", "LIMIT_WAITS"],
});

export const timeOut = defineCall({
  method: "POST",
  path: "/api/user/timeOut",
  summary:
    "Stops all play and recharges of the player for some days or until an instant at most six weeks ahead, at once " +
    "and on all devices. It can be prolonged, not shortened. Withdrawals go on.",
  auth: "player",
  rate: "read",
  body: z.union([
    z.strictObject({ days: z.number().check(z.int(), z.minimum(1), z.maximum(TIME_OUT_DAYS_MAX)) }),
    z.strictObject({ until: instant }),
  ]),
  data: playLimits,
  refusals: ["TIME_OUT_REFUSED"],
});

export const selfExclude = defineCall({
  method: "POST",
  path: "/api/user/selfExclude",
  summary:
    "Excludes the player from play and recharges for months, at once and on all devices. It cannot be undone before " +
    "its end. Withdrawals go on.",
  auth: "player",
  rate: "read",
  body: z.strictObject({ months: z.literal([3, 6, 12, 60, MONTHS_FOR_GOOD]) }),
  data: playLimits,
  refusals: ["EXCLUSION_REFUSED"],
});

export const returnToPlay = defineCall({
  method: "POST",
  path: "/api/user/returnToPlay",
  summary: "Asks to play again after a self-exclusion has ended. Play is open a day later.",
  auth: "player",
  rate: "read",
  body: z.strictObject({}),
  data: playLimits,
  refusals: ["EXCLUSION_REFUSED"],
});

export const realityCheck = defineCall({
  method: "POST",
  path: "/api/user/realityCheck",
  summary: "Sets after how many minutes of play the player is shown time and result.",
  auth: "player",
  rate: "read",
  body: z.strictObject({
    minutes: z
      .number()
      .check(z.int(), z.minimum(REALITY_CHECK_MINUTES.min), z.maximum(REALITY_CHECK_MINUTES.max)),
  }),
  data: playLimits,
  refusals: [],
});

export const realityChecked = defineCall({
  method: "POST",
  path: "/api/user/realityChecked",
  summary:
    "Answers a reality check. Where the rules ask for a pause, bets are refused from the check until it is answered and " +
    "the pause is over, on every device.",
  auth: "player",
  rate: "read",
  body: z.strictObject({}),
  data: playLimits,
  refusals: [],
});

export const limitsReviewed = defineCall({
  method: "POST",
  path: "/api/user/limitsReviewed",
  summary: "Says that the deposit limits were reviewed and stay as they are. The rules may ask again later.",
  auth: "player",
  rate: "read",
  body: z.strictObject({}),
  data: playLimits,
  refusals: [],
});

export const playSince = defineCall({
  method: "GET",
  path: "/api/user/playSince",
  summary:
    "What the player staked and won since an instant, at most 24 hours ago: the figures of a reality check.",
  auth: "player",
  rate: "read",
  query: z.strictObject({ since: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LAST_INSTANT)) }),
  data: z.object({
    /** The instant counted from: the start of a slot of five minutes. */
    since: time,
    serverTime: time,
    /** Stakes, without those that were returned. */
    staked: money,
    won: money,
    net: money,
  }),
  refusals: [],
});
