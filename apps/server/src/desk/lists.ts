import type { ListPlace } from "../db/database.ts";

/** The query of every list of the desk. */
export interface DeskListQuery {
  readonly cursor?: string | undefined;
  readonly page_size?: number | undefined;
  readonly order?: "newest" | "oldest" | undefined;
}

const PAGE_SIZE = 25;

/**
 * Reads one page of rows sorted by id, newest first by default. One extra row shows whether another page follows. An
 * invalid cursor reads from the start.
 */
export async function deskPage<Row extends { readonly id: bigint }>(
  query: DeskListQuery,
  read: (at: ListPlace) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const size = query.page_size ?? PAGE_SIZE;
  const before = /^\d{1,19}$/u.test(query.cursor ?? "") ? BigInt(query.cursor ?? "") : null;
  const found = await read({
    before: before !== null && before < 2n ** 63n ? before : null,
    limit: size + 1,
    order: query.order ?? "newest",
  });
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > size && last !== undefined ? String(last.id) : null };
}

/** An instant of a query (epoch ms) as a database parameter. */
export function instantOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}
