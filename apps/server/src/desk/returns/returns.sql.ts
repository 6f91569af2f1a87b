import { sql } from "../../db/database.ts";

/**
 * The periods that were drawn and settled since $1 (epoch ms), in the order of their draws: what the public log states of each, and
 * what the books have. Sums are null where the log leaves them out.
 */
export const SETTLED = sql`
  SELECT p.game, p.period_no, epoch_ms(p.close_at) AS close_ms, p.turnover, p.paid,
    (announced.body::json ->> 'oddsVersion')::int AS odds_version,
    closed.body::json ->> 'stake' AS stake,
    settled.body::json ->> 'payout' AS log_payout, settled.body::json ->> 'refund' AS log_refund
  FROM period p
  JOIN log_entry announced
    ON announced.game = p.game AND announced.period_no = p.period_no AND announced.type = 'period'
  JOIN log_entry closed ON closed.game = p.game AND closed.period_no = p.period_no AND closed.type = 'close'
  JOIN log_entry settled ON settled.game = p.game AND settled.period_no = p.period_no AND settled.type = 'settled'
  WHERE p.state = 'settled' AND p.settled_at >= to_timestamp($1::bigint / 1000.0)
  ORDER BY p.draw_at, p.game`;

/** The versions of the odds that the log has, with their tables. */
export const ODDS = sql`
  SELECT v.version, v.table_json, e.body FROM odds_version v
  JOIN log_entry e ON e.type = 'odds' AND e.game IS NULL AND (e.body::json ->> 'version')::int = v.version
  ORDER BY v.version`;
