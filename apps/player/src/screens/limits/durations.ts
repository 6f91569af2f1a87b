import { MONTHS_FOR_GOOD } from "@lotus/contract";
import type { I18n } from "../../i18n/use-i18n.tsx";

type Unit = "hour" | "day" | "week" | "month" | "year";

/** "7 days", as the locale says it. */
const inUnit = ({ number }: I18n, value: number, unit: Unit): string =>
  number(value, { style: "unit", unit, unitDisplay: "long" });

/** A waiting time: "24 hours", from two days on in days. */
export function hoursText(hours: number, words: I18n): string {
  return hours > 24 && hours % 24 === 0 ? inUnit(words, hours / 24, "day") : inUnit(words, hours, "hour");
}

/** A break: "6 weeks" where it is a whole number of them, otherwise in days. */
export function daysText(days: number, words: I18n): string {
  return days % 7 === 0 ? inUnit(words, days / 7, "week") : inUnit(words, days, "day");
}

/** An exclusion: "6 months", "5 years", or for good. */
export function monthsText(months: number, words: I18n): string {
  if (months === MONTHS_FOR_GOOD) return words.t("protection.exclude.good");
  return months % 12 === 0 ? inUnit(words, months / 12, "year") : inUnit(words, months, "month");
}

/** An interval: "30 min", short enough to stand beside others. */
export function minutesText(minutes: number, { number }: I18n): string {
  return number(minutes, { style: "unit", unit: "minute", unitDisplay: "short" });
}
