import { createHash } from "node:crypto";

/** A statement: its text and the name it is prepared under. Created with the `sql` tag, once, at module level. */
export interface Sql {
  readonly name: string;
  readonly text: string;
}

/**
 * Tags the text of a statement. It is prepared once per connection under a name derived from its text. Values are
 * passed as $1, $2 …; only other statements may be interpolated with `${}`, as shared parts of the text.
 *
 *     const PERIOD = sql`SELECT state FROM period WHERE game = $1 AND period_no = $2`;
 */
export function sql(parts: TemplateStringsArray, ...inner: readonly Sql[]): Sql {
  const text = parts.reduce((done, part, index) => done + (inner[index - 1]?.text ?? "") + part).trim();
  return { name: `s${createHash("sha256").update(text).digest("hex").slice(0, 30)}`, text };
}

/** Sort order of a list by id. */
export type ListOrder = "newest" | "oldest";

/** The statement of a list in either order: `past` compares an id with the last one of the previous page. */
export function inBothOrders(list: (past: Sql, way: Sql) => Sql): Readonly<Record<ListOrder, Sql>> {
  return { newest: list(sql`<`, sql`DESC`), oldest: list(sql`>`, sql`ASC`) };
}

/** A page of a list: the last id of the previous page, and the number of rows. Newest first by default. */
export interface ListPlace {
  readonly before: bigint | null;
  readonly limit: number;
  readonly order?: ListOrder;
}

/**
 * PostgreSQL's text form of an array of integers, for arrays of thousands: pg writes them element by element with
 * quotes and escapes, which numbers do not need.
 */
export function numberArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(",")}}`;
}
