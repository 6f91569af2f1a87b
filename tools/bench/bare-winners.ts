import { sql } from "@lotus/server/db/database";
import type { BareDatabase, StoredPeriod } from "./stored-period.ts";

const MAKE = [
  // Its keys, indexes and checks are those of the table that settlement writes.
  sql`CREATE TABLE bare_win (LIKE bet_win INCLUDING ALL)`,
  sql`CREATE TABLE bare_outcome (LIKE settlement_outcome INCLUDING ALL)`,
  sql`INSERT INTO bare_outcome SELECT * FROM settlement_outcome`,
  sql`ANALYZE bare_outcome`,
];
const EMPTY = sql`TRUNCATE bare_win`;
const INSERT = sql`
  INSERT INTO bare_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
  SELECT o.player_id, o.id, o.game, o.period_no, o.bet_amount * r.factors[1] / 10000, 0, r.tiers, house_clock()
  FROM bet_order o JOIN bare_outcome r ON r.selection_hash = o.selection_hash AND r.odds_version = o.odds_version
  WHERE o.game = $1 AND o.period_no = $2`;

/** The yardstick of settlement: its winners, inserted by one bare statement into a table of the same shape. */
export interface BareWinners {
  /** Inserts them into the empty table; returns the duration in milliseconds. */
  run(): Promise<number>;
}

/** Takes the outcomes that a settlement of the period has computed and not yet paid. */
export async function openBareWinners({ owner }: BareDatabase, period: StoredPeriod): Promise<BareWinners> {
  for (const statement of MAKE) await owner.query(statement);
  return {
    run: async () => {
      await owner.query(EMPTY);
      const began = performance.now();
      await owner.query(INSERT, [period.game, period.periodNo]);
      return performance.now() - began;
    },
  };
}
