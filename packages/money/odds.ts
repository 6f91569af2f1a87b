import type { Read } from "./read.ts";

/** Payout of one winning unit, its stake included, ×10⁴: 9.80 is 98000n. */
export type Odds = bigint;

/** Why a text is not a figure of odds. */
export type OddsProblem = "not-a-number" | "too-many-decimals" | "too-large";

/** Ten-thousandths in odds of one. */
export const ODDS_PER_UNIT = 10_000n;

const WHOLE_DIGITS_MAX = 9;

const WIRE = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Parses odds in wire format, "9.80": a plain decimal, not negative, at most four decimals. */
export function parseOdds(text: string): Read<Odds, OddsProblem> {
  const match = WIRE.exec(text);
  if (match === null) return { ok: false, reason: "not-a-number" };
  const [, whole = "", decimals = ""] = match;
  if (decimals.length > 4) return { ok: false, reason: "too-many-decimals" };
  if (whole.length > WHOLE_DIGITS_MAX) return { ok: false, reason: "too-large" };
  return { ok: true, value: BigInt(whole) * ODDS_PER_UNIT + BigInt(decimals.padEnd(4, "0")) };
}

/** Formats odds for the wire: at least two decimals, up to four, no trailing zeros after the second. */
export function formatOdds(odds: Odds): string {
  const digits = odds.toString().padStart(5, "0");
  const decimals = digits.slice(-4).replace(/0{1,2}$/, "");
  return `${digits.slice(0, -4)}.${decimals}`;
}
