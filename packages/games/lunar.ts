import { dateOf } from "./local-time.ts";

const FIRST_YEAR = 1990;

// The Chinese new year of each year by the calendar of UTC+8, as month × 100 + day. A table, because Intl's Chinese
// calendar is a day off in some years, such as 2027 and 2030.
const NEW_YEARS = [
  // 1990
  127, 215, 204, 123, 210, 131, 219, 207, 128, 216,
  // 2000
  205, 124, 212, 201, 122, 209, 129, 218, 207, 126,
  // 2010
  214, 203, 123, 210, 131, 219, 208, 128, 216, 205,
  // 2020
  125, 212, 201, 122, 210, 129, 217, 206, 126, 213,
  // 2030
  203, 123, 211, 131, 219, 208, 128, 215, 204, 124,
  // 2040
  212, 201, 122, 210, 130, 217, 206, 126, 214, 202,
  // 2050
  123, 211, 201, 219, 208, 128, 215, 204, 124, 212,
  // 2060
  202, 121, 209, 129, 217, 205, 126, 214, 203, 123,
  // 2070
  211, 131, 219, 207, 127, 215, 205, 124, 212, 202,
  // 2080
  122, 209, 129, 217, 206, 126, 214, 203, 124, 210,
  // 2090
  130, 218, 207, 127, 215, 205, 125, 212, 201, 121,
  // 2100
  209,
];

/** The first and the last year whose new year is known. */
export const LUNAR_YEARS = { from: FIRST_YEAR, to: FIRST_YEAR + NEW_YEARS.length - 1 } as const;

/**
 * The lunar year of an instant (epoch ms): it turns at the start of the day of the Chinese new year, read
 * on the calendar of `timeZone`. Throws RangeError outside 1990 to 2100.
 */
export function lunarYearOf(epochMs: number, timeZone: string): number {
  const { year, month, day } = dateOf(epochMs, timeZone);
  const newYear = NEW_YEARS[year - FIRST_YEAR];
  if (newYear === undefined) throw new RangeError(`no lunar new year is known for ${String(year)}`);
  return month * 100 + day < newYear ? year - 1 : year;
}
