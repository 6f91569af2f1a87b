import { dateOf, instantOf, type LocalDate, nextDate, offsetAt } from "@lotus/games";

/** Days of the operator's calendar ("2026-11-21") and the instants they begin at. */

/** Offset of a zone from UTC at an instant, as "UTC+7" or "UTC−3:30". */
export function showOffset(instantMs: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(instantMs, timeZone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** The instant a day begins in a zone; undefined for an invalid day. */
export function dayStart(day: string, timeZone: string): number | undefined {
  const date = dateFrom(day);
  return date && instantOf(date, 0, timeZone);
}

/** The end of a day, exclusive: the instant the next day begins. */
export function dayEnd(day: string, timeZone: string): number | undefined {
  const date = dateFrom(day);
  return date && instantOf(nextDate(date, 1), 0, timeZone);
}

/** An instant as a field for date and time shows it ("2026-11-21T14:30"), in a zone. */
export function localInput(instantMs: number, timeZone: string): string {
  return new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, 16);
}

/** The instant of such a field; undefined while it is not filled. */
export function readLocal(text: string, timeZone: string): number | undefined {
  const utc = Date.parse(`${text}Z`);
  if (Number.isNaN(utc)) return undefined;
  const near = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(near, timeZone);
}

/** The day of an instant in a zone. */
export function dayOf(instantMs: number, timeZone: string): string {
  const { year, month, day } = dateOf(instantMs, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function dateFrom(day: string): LocalDate | undefined {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}
