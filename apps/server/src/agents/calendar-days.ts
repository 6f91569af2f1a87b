import type { DaySpan } from "./team.ts";

const DAYS = { today: 1, "3d": 3, "7d": 7, "31d": 31 } as const;
const DAY_MS = 86_400_000;

/** The days of a range, `today` included; without a range, all days. */
export function spanOf(range: keyof typeof DAYS | undefined, today: string): DaySpan {
  return range === undefined
    ? { from: null, to: null }
    : { from: daysBefore(today, DAYS[range] - 1), to: null };
}

/** The day `count` days before another. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is an existing day such as 2026-11-21, for PostgreSQL too, which has no year 0. */
export function isDay(text: string): boolean {
  const named = /^\d{4}-\d{2}-\d{2}$/u.test(text) && !text.startsWith("0000");
  const at = named ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
