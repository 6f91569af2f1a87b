import type { Read } from "./read.ts";

/** What one unit staked brings back when it wins, the stake included, ×10⁴: 9.80 is 98000n. */
export type Odds = bigint;

/** Why a text is no odds figure. */
export type OddsProblem = "not-a-number" | "too-many-decimals" | "too-large";

/** Ten-thousandths in odds of one. */
export const ODDS_PER_UNIT = 10_000n;

const WHOLE_DIGITS_MAX = 9;

const WIRE = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Reads odds as they travel, "9.80": a plain decimal, not negative, at most four decimals. */
export function parseOdds(text: string): Read<Odds, OddsProblem> {
  const match = WIRE.exec(text);
  if (match === null) return { ok: false, reason: "not-a-number" };
  const [, whole = "", decimals = ""] = match;
  if (decimals.length > 4) return { ok: false, reason: "too-many-decimals" };
  if (whole.length > WHOLE_DIGITS_MAX) return { ok: false, reason: "too-large" };
  return { ok: true, value: BigInt(whole) * ODDS_PER_UNIT + BigInt(decimals.padEnd(4, "0")) };
}

/** Writes odds as they travel: at least two decimals, up to four, no idle zeros after the second. */
export function formatOdds(odds: Odds): string {
  const digits = odds.toString().padStart(5, "0");
  const decimals = digits.slice(-4).replace(/0{1,2}$/, "");
  return `${digits.slice(0, -4)}.${decimals}`;
}
