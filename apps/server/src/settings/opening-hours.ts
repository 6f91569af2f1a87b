/** Opening hours in minutes since midnight in the operator's zone; `closes` below `opens` is on the next day. */
export interface OpeningHours {
  readonly opens: number;
  readonly closes: number;
}

const DAY_MINUTES = 24 * 60;
const HOURS = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/u;

/** Reads "08:00-22:30"; the end may be 24:00 or lie after midnight. Null for anything else. */
export function parseHours(text: string): OpeningHours | null {
  const match = HOURS.exec(text);
  if (match === null) return null;
  const [opens, closes] = [minutesOf(match[1], match[2]), minutesOf(match[3], match[4])];
  if (opens === null || closes === null || opens === DAY_MINUTES || opens === closes) return null;
  return { opens, closes };
}

function minutesOf(hours: string | undefined, minutes: string | undefined): number | null {
  const total = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && total <= DAY_MINUTES ? total : null;
}

/** Whether an instant (epoch milliseconds) lies within the hours, on the clock of a zone. */
export function isWithin({ opens, closes }: OpeningHours, at: number, timeZone: string): boolean {
  const minute = minuteOfDay(at, timeZone);
  return opens < closes ? minute >= opens && minute < closes : minute >= opens || minute < closes;
}

/** A minute of the day as "08:05". */
export function formatMinute(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

function minuteOfDay(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: "hour" | "minute"): number => Number(parts.find((one) => one.type === type)?.value);
  return part("hour") * 60 + part("minute");
}
