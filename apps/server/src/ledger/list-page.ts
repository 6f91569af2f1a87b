import { type Queries, sql } from "../db/database.ts";
import { dayAfter, dayOf, dayStart, type ReaderZone, type Span } from "./calendar.ts";

/** The query parameters of every list of records. */
export interface ListQuery extends ReaderZone {
  readonly cursor?: string | undefined;
  readonly page_size?: number | undefined;
  readonly range?: "today" | "3d" | "7d" | undefined;
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

const NOW = sql`SELECT epoch_ms(house_clock()) AS now`;

/**
 * The time that a list covers, by days of a zone. It is asked for before the list is: PostgreSQL plans a statement for the few
 * months of a time that it is given, and for all months for one that it has to work out itself.
 */
export async function windowOf(
  db: Queries,
  { range, from, to }: ListQuery,
  timeZone: string,
): Promise<ListWindow> {
  const span =
    from === undefined || to === undefined ? await lastDays(db, daysOf(range), timeZone) : { from, to };
  return { fromMs: dayStart(span.from, timeZone), toMs: dayStart(dayAfter(span.to, 1), timeZone) };
}

/** The first and the last of so many days of a zone, today included. */
export async function lastDays(db: Queries, days: number, timeZone: string): Promise<Span> {
  const to = await today(db, timeZone);
  return { from: dayAfter(to, 1 - days), to };
}

/** The day it is in a zone, by the clock of the database. */
export async function today(db: Queries, timeZone: string): Promise<string> {
  const [row] = await db.query<{ now: bigint }>(NOW);
  return dayOf(Number(row?.now ?? 0n), timeZone);
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
