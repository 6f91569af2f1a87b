import { dateOf, instantOf, nextDate, type LocalDate } from "@lotus/games";

const DAY_MS = 86_400_000;

/** What a request says of the zone in which its reader's days begin. */
export interface ReaderZone {
  /** By name (IANA). One that this server does not know counts as not named. */
  readonly time_zone?: string | undefined;
  /** Minutes east of UTC on every day, of programs that do not name their zone. */
  readonly tz_offset?: number | undefined;
}

/** First and last day, as 2026-11-21. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** A day of some zone and the instant it begins at (epoch ms). */
export interface CalendarDay {
  /** "2026-11-21" */
  readonly day: string;
  readonly start: number;
}

/** The zone of a request: as named, or so far from UTC, or else the house's. */
export function zoneOf({ time_zone: name, tz_offset: offset }: ReaderZone, houseTimeZone: string): string {
  const known = name === undefined ? undefined : knownZone(name);
  if (known !== undefined) return known;
  if (offset === undefined) return houseTimeZone;
  const minutes = Math.abs(offset);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${offset < 0 ? "-" : "+"}${hour}:${minute}`;
}

/** The one spelling of a zone's name; undefined for an unknown one. */
function knownZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The day of an instant in a zone. */
export function dayOf(at: number, timeZone: string): string {
  return textOf(dateOf(at, timeZone));
}

/** The instant that a day begins at: its midnight, or what follows at once where clocks skip that. */
export function dayStart(day: string, timeZone: string): number {
  return instantOf(dateFrom(day), 0, timeZone);
}

/** The day so many days later, or earlier if negative. */
export function dayAfter(day: string, days: number): string {
  return textOf(nextDate(dateFrom(day), days));
}

/** Every day from the first to the last, and what the day after that begins at. */
export function calendarDays(
  { from, to }: Span,
  timeZone: string,
): { readonly days: readonly CalendarDay[]; readonly end: number } {
  const days = Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, at) => {
    const day = dayAfter(from, at);
    return { day, start: dayStart(day, timeZone) };
  });
  return { days, end: dayStart(dayAfter(to, 1), timeZone) };
}

function dateFrom(day: string): LocalDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return { year, month, day: date };
}

function textOf({ year, month, day }: LocalDate): string {
  return [String(year).padStart(4, "0"), month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
