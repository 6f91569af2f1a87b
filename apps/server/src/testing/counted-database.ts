import type { Database, Queries, Transactions } from "../db/database.ts";
import { EVENTS_SINCE } from "../live/live.sql.ts";

/** A database that counts what is sent to it. */
export interface CountedDatabase {
  readonly db: Database;
  /**
   * Round trips since the last call: a statement each, and the begin and the end of each transaction. Reading what earlier
   * calls tell to streams comes at any moment and does not count.
   */
  take(): number;
}

/** Counts the round trips to `inner`, through each of its pools. */
export function counted(inner: Database): CountedDatabase {
  let trips = 0;
  const watch = (queries: Queries): Queries["query"] => {
    return (statement, values) => {
      if (statement !== EVENTS_SINCE) trips += 1;
      return queries.query(statement, values);
    };
  };
  const watched = (pool: Transactions): Transactions => ({
    query: watch(pool),
    transaction: (work, special) => {
      trips += 2;
      return pool.transaction((tx) => work({ query: watch(tx) }), special);
    },
  });
  return {
    db: {
      ...inner,
      ...watched(inner),
      hot: watched(inner.hot),
      heavy: watched(inner.heavy),
      vital: watched(inner.vital),
      reads: {
        ...inner.reads,
        run: (told, work) => inner.reads.run(told, (db) => work({ query: watch(db) })),
      },
    },
    take: () => {
      const taken = trips;
      trips = 0;
      return taken;
    },
  };
}
