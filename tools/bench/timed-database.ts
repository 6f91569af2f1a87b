import type { Database, Queries, Sql } from "@lotus/server/db/database";

/** A database that records the duration of each statement. */
export interface TimedDatabase {
  readonly db: Database;
  /** Total milliseconds of this statement since the last call. */
  take(statement: Sql): number;
  /** Clears the records. */
  forget(): void;
}

/** Times every statement of `inner`, those of transactions included. */
export function timed(inner: Database): TimedDatabase {
  const spent = new Map<string, number>();
  const watch =
    (queries: Queries): Queries["query"] =>
    async (statement, values) => {
      const began = performance.now();
      try {
        return await queries.query(statement, values);
      } finally {
        spent.set(statement.name, (spent.get(statement.name) ?? 0) + performance.now() - began);
      }
    };
  return {
    db: {
      ...inner,
      query: watch(inner),
      transaction: (work, special) => inner.transaction((tx) => work({ query: watch(tx) }), special),
    },
    forget: () => spent.clear(),
    take: ({ name }) => {
      const ms = spent.get(name) ?? 0;
      spent.delete(name);
      return ms;
    },
  };
}
