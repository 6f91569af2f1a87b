/** The query parameters of every list of records. */
export interface ListQuery {
  readonly cursor?: string | undefined;
  readonly page_size?: number | undefined;
  readonly range?: "today" | "3d" | "7d" | undefined;
  readonly tz_offset?: number | undefined;
}

const DAYS = { today: 1, "3d": 3, "7d": 7 } as const;
const PAGE_SIZE = 20;

/** Number of days of a range, including today; without a range, all that a list shows. */
export function daysOf(range: ListQuery["range"]): number {
  return DAYS[range ?? "7d"];
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
