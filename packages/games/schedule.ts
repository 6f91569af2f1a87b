import { dateOf, instantOf, nextDate, parseDate, type LocalDate } from "./local-time.ts";

/**
 * When a game draws. Draws stand at every whole cycle from `day.from` to `day.to`, both times of day "hh:mm"
 * in `timeZone`; a `to` that is not later than `from` belongs to the next day.
 *
 * Where the two are the same instant of the clock ("00:00" to "00:00" or "24:00", all day), the draw at `from`
 * is the last one of the day before, so the day's own first draw comes one cycle later: a 1-minute game draws
 * 0001 at 00:01 and 1440 at 00:00, numbered by the day that opened it. Where they differ, both ends draw:
 * 13:09 to 04:04 by five minutes is 895 minutes, 179 cycles, so 001 draws at 13:09 and 180 at 04:04, and
 * since a period opens one cycle before its draw, sales of 001 begin at 13:04.
 *
 * Cycles count elapsed time from the day's first instant. In a zone with summer time a day of 23 or 25 hours
 * therefore has fewer or more periods, and never a number twice or a gap in between; a `from` that the
 * clock jumps over becomes the first instant after the jump, one that comes twice means its first coming,
 * and a date that does not exist in the zone has no periods.
 */
export interface Schedule {
  /** Whole minutes from one draw to the next. */
  readonly cycleMinutes: number;
  /** Sales close this many seconds before the draw. */
  readonly closeSeconds: number;
  readonly day: { readonly from: string; readonly to: string };
  /** IANA name, by default Asia/Ho_Chi_Minh. */
  readonly timeZone: string;
}

/** One period of a game: its number and its times in epoch milliseconds, open < close < draw. */
export interface Period {
  readonly periodNo: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly drawAt: number;
}

/** The zone of the operator where a game names none. */
export const DEFAULT_TIME_ZONE = "Asia/Ho_Chi_Minh";

/** How many digits follow the date in a period number: four for 1-minute games, three for the others. */
export function numberDigits(schedule: Schedule): 3 | 4 {
  return schedule.cycleMinutes === 1 ? 4 : 3;
}

/** The period that draws next: the first whose draw is later than `at` (epoch ms). It may not be open yet. */
export function periodAt(schedule: Schedule, at: number): Period {
  const [first] = periodsFrom(schedule, at);
  if (first === undefined) throw new RangeError("a schedule never ends");
  return first;
}

/** Every period that draws later than `at` (epoch ms), in order, without end. */
export function* periodsFrom(schedule: Schedule, at: number): Generator<Period, never> {
  check(schedule);
  // The day before may still be drawing: XYFT's runs past midnight, and all-day games end on it.
  let date = nextDate(dateOf(at, schedule.timeZone), -1);
  for (;;) {
    const day = calendarDay(schedule, date);
    const passed = Math.floor((at - day.origin) / cycleMs(schedule));
    for (let n = Math.max(1, passed + 1); n <= day.count; n++) yield periodOf(schedule, day, n);
    date = nextDate(date, 1);
  }
}

/** The periods that draw after `from` and not after `to` (epoch ms), in order. */
export function periodsBetween(schedule: Schedule, from: number, to: number): Period[] {
  const periods: Period[] = [];
  for (const period of periodsFrom(schedule, from)) {
    if (period.drawAt > to) return periods;
    periods.push(period);
  }
  return periods;
}

/** The period with this number, or null if the schedule has none such. */
export function periodByNo(schedule: Schedule, periodNo: string): Period | null {
  check(schedule);
  const date = parseDate(periodNo.slice(0, 8));
  const digits = periodNo.slice(8);
  if (date === null || digits.length !== numberDigits(schedule) || !/^\d+$/.test(digits)) return null;
  const day = calendarDay(schedule, date);
  const n = Number(digits);
  return n >= 1 && n <= day.count ? periodOf(schedule, day, n) : null;
}

/** The period after this one: the next to draw once it has drawn. */
export function nextPeriod(schedule: Schedule, period: Period): Period {
  return periodAt(schedule, period.drawAt);
}

/** One date of the calendar: period n of `count` draws at `origin` + n cycles. */
interface CalendarDay {
  readonly date: LocalDate;
  readonly origin: number;
  readonly count: number;
}

function calendarDay(schedule: Schedule, date: LocalDate): CalendarDay {
  const cycle = cycleMs(schedule);
  const from = minutesOf(schedule.day.from);
  const to = minutesOf(schedule.day.to);
  const allDay = from % MINUTES_A_DAY === to % MINUTES_A_DAY;
  const start = instantOf(date, from, schedule.timeZone);
  const end = instantOf(to > from ? date : nextDate(date, 1), to, schedule.timeZone);
  const origin = allDay ? start : start - cycle;
  // A date the zone skips altogether starts on another date: it has no periods of its own.
  const exists = sameDate(dateOf(start, schedule.timeZone), date);
  const count = exists ? Math.max(0, Math.floor((end - origin) / cycle)) : 0;
  return { date, origin, count };
}

function periodOf(schedule: Schedule, day: CalendarDay, n: number): Period {
  const cycle = cycleMs(schedule);
  const drawAt = day.origin + n * cycle;
  const { year, month, day: dayOfMonth } = day.date;
  const date = `${pad(year, 4)}${pad(month, 2)}${pad(dayOfMonth, 2)}`;
  return {
    periodNo: date + pad(n, numberDigits(schedule)),
    openAt: drawAt - cycle,
    closeAt: drawAt - schedule.closeSeconds * 1000,
    drawAt,
  };
}

const MINUTES_A_DAY = 24 * 60;

function cycleMs(schedule: Schedule): number {
  return schedule.cycleMinutes * 60_000;
}

function minutesOf(time: string): number {
  const match = /^(\d\d):(\d\d)$/.exec(time);
  const minutes = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
  if (!(minutes <= MINUTES_A_DAY) || Number(match?.[2]) > 59) throw new RangeError(`no time of day: ${time}`);
  return minutes;
}

function sameDate(a: LocalDate, b: LocalDate): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, "0");
}

/** A schedule is configuration that was checked when it was saved; a wrong one here is a bug. */
function check({ cycleMinutes, closeSeconds }: Schedule): void {
  if (!Number.isInteger(cycleMinutes) || cycleMinutes < 1 || cycleMinutes > MINUTES_A_DAY)
    throw new RangeError(`cycle of ${cycleMinutes} minutes`);
  if (!Number.isInteger(closeSeconds) || closeSeconds < 0 || closeSeconds >= cycleMinutes * 60)
    throw new RangeError(`close ${closeSeconds} s before a draw each ${cycleMinutes} min`);
}
