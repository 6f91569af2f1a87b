import type { Read } from "./read.ts";

/** An amount in minor units: two decimals, so 1234.50 is 123450n. Never a float. */
export type Money = bigint;

/** Why a text is not an amount of money. */
export type MoneyProblem = "not-a-number" | "too-many-decimals" | "too-large";

/** Minor units in one whole unit. */
export const MONEY_PER_UNIT = 100n;

// With fifteen whole digits every amount, and every sum in a report, fits into 64 bits.
const WHOLE_DIGITS_MAX = 15;

const WIRE = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Parses an amount in wire format, "1234.50" or "-3": a plain decimal with at most two decimals, no
 * grouping, no leading zeros, no exponent.
 */
export function parseMoney(text: string): Read<Money, MoneyProblem> {
  const match = WIRE.exec(text);
  if (match === null) return { ok: false, reason: "not-a-number" };
  const [, sign = "", whole = "", decimals = ""] = match;
  if (decimals.length > 2) return { ok: false, reason: "too-many-decimals" };
  if (whole.length > WHOLE_DIGITS_MAX) return { ok: false, reason: "too-large" };
  const minor = BigInt(whole) * MONEY_PER_UNIT + BigInt(decimals.padEnd(2, "0"));
  return { ok: true, value: sign === "-" ? -minor : minor };
}

/** Formats an amount for the wire, always with two decimals: 123450n becomes "1234.50". */
export function formatMoney(money: Money): string {
  const sign = money < 0n ? "-" : "";
  const digits = (money < 0n ? -money : money).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
