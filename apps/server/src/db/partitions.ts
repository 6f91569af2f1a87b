import type { Logger } from "pino";
import type { Queries } from "./pool.ts";
import { sql } from "./sql.ts";

const PARTITIONED = ["transfer", "bet_order"];
const MONTHS_AHEAD = 3;
const EACH_MS = 6 * 60 * 60_000;
const ENSURE = sql`SELECT ensure_month_partitions(name, house_clock(), $2) FROM unnest($1::text[]) AS name`;

/** Creates monthly partitions a few months ahead, so that every row has one. */
export function runPartitionMaintenance(db: Queries, log: Logger): { start(): Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const ensure = async (): Promise<void> => {
    await db.query(ENSURE, [PARTITIONED, MONTHS_AHEAD]);
  };
  return {
    start: async () => {
      await ensure();
      timer ??= setInterval(() => {
        ensure().catch((error: unknown) =>
          log.error({ err: error }, "the coming months could not be made ready"),
        );
      }, EACH_MS).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
