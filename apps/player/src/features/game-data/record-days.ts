import type { Days } from "../days/days.ts";

/** Days of records that have a name. */
export type RecordRange = "today" | "3d" | "7d";

/** The days of a list of records: by name, or the first and the last. */
export type RecordDays = RecordRange | Days;

/** The days as a query of a list. */
export function daysQuery(days: RecordDays) {
  return typeof days === "string" ? { range: days } : { from: days.from, to: days.to };
}

/** The days in the name of a file. */
export function daysName(days: RecordDays): string {
  return typeof days === "string" ? days : `${days.from}-${days.to}`;
}
