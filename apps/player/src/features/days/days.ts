/** A day of the player's calendar, as 2026-11-21. */
export type Day = string;

/** The first of some days and the last. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** Days that are chosen by a name. */
export const NAMED_DAYS = ["today", "yesterday", "7d", "30d", "month"] as const;
export type NamedDays = (typeof NAMED_DAYS)[number];

/** The day of a moment in the player's zone. */
export function dayOf(epochMs: number): Day {
  const at = new Date(epochMs);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part, place) => String(part).padStart(place === 0 ? 4 : 2, "0"))
    .join("-");
}

/** A moment of a day in the player's zone: noon, which every clock of every zone has. */
export function noonOf(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12).getTime();
}

/** The day `days` days later, or earlier if negative. */
export function dayAfter(day: Day, days: number): Day {
  const at = new Date(noonOf(day));
  at.setDate(at.getDate() + days);
  return dayOf(at.getTime());
}

/** Number of days, including the first and the last. */
export function countDays({ from, to }: Days): number {
  return Math.round((noonOf(to) - noonOf(from)) / 86_400_000) + 1;
}

/** The days of the last months, newest first; the current month ends today. */
export function lastMonths(today: Day, count: number): readonly Days[] {
  const months: Days[] = [];
  for (let to = today; months.length < count; to = dayAfter(`${to.slice(0, 8)}01`, -1))
    months.push({ from: `${to.slice(0, 8)}01`, to });
  return months;
}

/** The days of a named range, as of today. */
export function daysOf(name: NamedDays, today: Day): Days {
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case "7d":
      return { from: dayAfter(today, -6), to: today };
    case "30d":
      return { from: dayAfter(today, -29), to: today };
    case "month":
      return { from: `${today.slice(0, 8)}01`, to: today };
    default:
      return name satisfies never;
  }
}
