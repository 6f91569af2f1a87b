import type { HouseEntry, PeriodEntry } from "./entries.ts";

/*
 * What a log must prove grows, and what an earlier one said stays true by the rules of its time. A log names its rules in
 * its `house` entries; but an operator could name old ones to be asked for less, so the newer ones hold for every period
 * from a day on that is fixed here.
 */

/** Each order that gets anything back is in `settled`, that of a void period too, within a due time. */
export const REFUNDS_PROVED = 2;

/** The rules that an operator of this build keeps. */
export const LOG_VERSION = REFUNDS_PROVED;

/** Periods whose sale opens from 1 January 2027 on are held to the newest rules, whatever their log says. */
const HELD_FROM = Date.UTC(2027, 0, 1);

/** The version of the rules that a period is held to, by the entry of the log before it. */
export function versionFor(
  house: Pick<HouseEntry, "version"> | null,
  { openAt }: Pick<PeriodEntry, "openAt">,
): number {
  return Math.max(house?.version ?? 1, openAt >= HELD_FROM ? LOG_VERSION : 1);
}
