/** The query parameters of every list of records. */
export interface ListQuery {
  readonly cursor?: string | undefined;
  readonly page_size?: number | undefined;
  readonly range?: "today" | "3d" | "7d" | undefined;
  readonly tz_offset?: number | undefined;
  /** First and last day instead of a range; the contract lets only both through, in order. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The time that a list covers: the last days, today included, which the database counts by its own clock; or from one
 * instant to before another (epoch ms).
 */
export type ListWindow =
  | { readonly of: "days"; readonly days: number; readonly offsetMinutes: number }
  | { readonly of: "dates"; readonly fromMs: number; readonly toMs: number };

const DAYS = { today: 1, "3d": 3, "7d": 7 } as const;
const PAGE_SIZE = 20;

/** Number of days of a range, including today; without one, seven. */
function daysOf(range: ListQuery["range"]): number {
  return DAYS[range ?? "7d"];
}

const DAY_MS = 86_400_000;

/** The time that a list covers, in a zone so many minutes east of UTC. */
export function windowOf({ range, from, to }: ListQuery, offsetMinutes: number): ListWindow {
  if (from === undefined || to === undefined) return { of: "days", days: daysOf(range), offsetMinutes };
  const startOf = (day: string) => Date.parse(day) - offsetMinutes * 60_000;
  return { of: "dates", fromMs: startOf(from), toMs: startOf(to) + DAY_MS };
}

/** The two values by which a statement for that kind of window knows it. */
export function windowValues(window: ListWindow): readonly [number, number] {
  return window.of === "days" ? [window.days, window.offsetMinutes] : [window.fromMs, window.toMs];
}

/** One page of rows, newest first, with descending ids. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** Whether it is the first page: sums over all pages are returned with it only. */
  readonly first: boolean;
}

/**
 * Reads one page: `read` gets the exclusive upper bound of the id and the number of rows, one more than the page to
 * detect whether another follows. An invalid cursor reads from the start.
 */
export async function pageOf<Row extends { readonly id: bigint }>(
  query: ListQuery,
  read: (at: { before: bigint | null; limit: number }) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const size = query.page_size ?? PAGE_SIZE;
  const before =
    query.cursor !== undefined && /^\d{1,18}$|^\d{19}$/.test(query.cursor) ? BigInt(query.cursor) : null;
  const below = before !== null && before < 2n ** 63n ? before : null;
  const found = await read({ before: below, limit: size + 1 });
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: found.length > size && last !== undefined ? String(last.id) : null,
    first: below === null,
  };
}

/** A zone's offset in minutes east of UTC at an instant (epoch milliseconds). */
export function offsetMinutesOf(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const match = /^GMT([+-])(\d\d):(\d\d)$/.exec(name);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}
