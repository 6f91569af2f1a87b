import { type Queries, sql } from "../db/database.ts";

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

/** The time that a list covers: from one instant to before another (epoch ms). */
export interface ListWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

const DAYS = { today: 1, "3d": 3, "7d": 7 } as const;
const PAGE_SIZE = 20;

/** Number of days of a range, including today; without one, seven. */
function daysOf(range: ListQuery["range"]): number {
  return DAYS[range ?? "7d"];
}

const DAY_MS = 86_400_000;

/** $1 number of days including today, $2 minutes east of UTC. */
const LAST_DAYS = sql`
  SELECT epoch_ms(list_start($1, $2)) AS from_ms, $1::bigint * 86400000 + epoch_ms(list_start($1, $2)) AS to_ms`;

/**
 * The time that a list covers, in a zone so many minutes east of UTC. It is asked for before the list is: PostgreSQL plans a
 * statement for the few months of a time that it is given, and for all months for one that it has to work out itself.
 */
export async function windowOf(
  db: Queries,
  { range, from, to }: ListQuery,
  offsetMinutes: number,
): Promise<ListWindow> {
  if (from === undefined || to === undefined) return lastDays(db, daysOf(range), offsetMinutes);
  const startOf = (day: string) => Date.parse(day) - offsetMinutes * 60_000;
  return { fromMs: startOf(from), toMs: startOf(to) + DAY_MS };
}

/** So many days, today included, by the clock of the database. */
export async function lastDays(db: Queries, days: number, offsetMinutes: number): Promise<ListWindow> {
  const [span] = await db.query<{ from_ms: bigint; to_ms: bigint }>(LAST_DAYS, [days, offsetMinutes]);
  return { fromMs: Number(span?.from_ms ?? 0n), toMs: Number(span?.to_ms ?? 0n) };
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
