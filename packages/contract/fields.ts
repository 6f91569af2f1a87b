import * as z from "zod/mini";
import { parseMoney } from "@lotus/money";
import { GAME_CODE, PRIZE_NO } from "./patterns.ts";
import { filled, orderNo } from "./typed-fields.ts";

/**
 * Fields shared by many calls that are taken exactly as they are sent; those that people type are in typed-fields.ts. Each has
 * the rule that browser and server both check. The `error` of a rule is a catalogue key (`validation.…`): the server returns its
 * text, the form shows it at the field.
 */

/** A password to be verified: only blank and absurd lengths are refused. */
export const presentedPassword = z.string().check(
  z.maxLength(256, { error: "validation.tooLong" }),
  z.refine<string>((value) => value !== "", { error: "validation.passwordBlank" }),
);

/** The key of a request that moves money, as in its header `Idempotency-Key`. */
export const idempotencyKey = z.string().check(z.regex(/^[\w.:-]{8,64}$/u, { error: "validation.invalid" }));

/** A positive amount with at most two decimals, as "1234.50". Each call sets its own bounds. */
export const amount = z.string().check(
  ...filled(20, "validation.amountBlank"),
  z.refine<string>(
    (value) => {
      const parsed = parseMoney(value);
      return parsed.ok && parsed.value > 0n;
    },
    { error: "validation.amountFormat" },
  ),
);

/** Money in a reply: a decimal string with exactly two decimals, sign first. */
export const money = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** Odds in a reply: a decimal string, stake included. */
export const odds = z.string().check(z.regex(/^\d+\.\d{2,4}$/));

/** Epoch milliseconds, UTC. */
export const time = z.number();

/** Code of a game, as FFC. The server checks whether it exists (GAME_UNKNOWN). */
export const gameCode = z.string().check(z.regex(GAME_CODE, { error: "codes.GAME_UNKNOWN" }));

/** Number of a period, as 202611210003. */
export const prizeNo = z.string().check(z.regex(PRIZE_NO, { error: "codes.PERIOD_UNKNOWN" }));

/** Id of one of the player's withdrawal addresses. */
export const addressId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, { error: "codes.ADDRESS_UNKNOWN" }));

/** The query of every list: cursor and page size (default 20, at most 100). */
export const page = {
  cursor: z.optional(z.string().check(z.maxLength(64))),
  page_size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};

/** The dates of a list: today, the last 3 or 7 days, each by the reader's calendar. */
export const range = {
  range: z.optional(z.enum(["today", "3d", "7d"])),
  /** The reader's time zone by its IANA name: days have its midnights, whatever its clocks do. An unknown name is passed over. */
  time_zone: z.optional(z.string().check(z.maxLength(64))),
  /** Without a name: minutes east of UTC, on every day. Without both, days are those of the house. */
  tz_offset: z.optional(z.coerce.number().check(z.int(), z.minimum(-840), z.maximum(840))),
};

/** A day in the player's zone, as 2026-11-21. Whether it exists is checked with the other day of a span. */
export const day = z
  .string()
  .check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { error: "validation.days" }));

/** Longest span of days that a list or a report may ask for. */
export const SPAN_DAYS_MAX = 92;

const DAY_MS = 86_400_000;

/** Days since 1970, or NaN for a date that does not exist. */
function dayNumber(text: string): number {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at / DAY_MS : Number.NaN;
}

interface Span {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Either a range or both days, in order and at most 92 of them. */
export const isSpan = z.refine<Span>(
  ({ range: named, from, to }) => {
    if (from === undefined && to === undefined) return true;
    if (from === undefined || to === undefined || named !== undefined) return false;
    const days = dayNumber(to) - dayNumber(from) + 1;
    return days >= 1 && days <= SPAN_DAYS_MAX;
  },
  { error: "validation.days", path: ["to"] },
);

/** The query of a list of records: its days by name, or the first and the last, or one order by its number. */
export const listed = {
  ...range,
  /** Instead of a range: first and last day in the player's zone, both inclusive, as far back as records are kept. */
  from: z.optional(day),
  to: z.optional(day),
  /** Only the order with this number, of whatever day and status; other players' are not found. */
  order_no: z.optional(orderNo),
  ...page,
};

/** Characters as people count them. */
export function lengthInCodePoints(value: string): number {
  return Array.from(value).length;
}
