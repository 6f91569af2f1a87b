import { createHash } from "node:crypto";

/** A statement: its text and the name it is prepared under. Made by the `sql` tag, once, at module level. */
export interface Sql {
  readonly name: string;
  readonly text: string;
}

/**
 * Tags the text of a statement. It is prepared once per connection under a name made from its text. Values
 * go through $1, $2 …; only other statements may stand in `${}`, as shared parts of text.
 *
 *     const PERIOD = sql`SELECT state FROM period WHERE game = $1 AND period_no = $2`;
 */
export function sql(parts: TemplateStringsArray, ...inner: readonly Sql[]): Sql {
  const text = parts.reduce((done, part, index) => done + (inner[index - 1]?.text ?? "") + part).trim();
  return { name: `s${createHash("sha256").update(text).digest("hex").slice(0, 30)}`, text };
}

/** Which way a list runs by its ids. */
export type ListOrder = "newest" | "oldest";

/** The statement of a list for either order: `past` compares an id with the last one of the page before. */
export function inBothOrders(list: (past: Sql, way: Sql) => Sql): Readonly<Record<ListOrder, Sql>> {
  return { newest: list(sql`<`, sql`DESC`), oldest: list(sql`>`, sql`ASC`) };
}

/** Where a page of a list begins: the last id of the page before, and how many rows it has. Newest first unless said. */
export interface ListPlace {
  readonly before: bigint | null;
  readonly limit: number;
  readonly order?: ListOrder;
}

/**
 * PostgreSQL's text of an array of whole numbers, for parameters of thousands: pg writes arrays element by element with
 * quotes and escapes, which numbers do not need.
 */
export function numberArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(",")}}`;
}
