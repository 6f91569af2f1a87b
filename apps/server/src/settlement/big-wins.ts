import type { GameCode } from "@lotus/games";
import type { Money } from "@lotus/money";
import { sql, type Queries } from "../db/database.ts";
import { publishBigWins } from "../inbox/inbox.ts";

/**
 * Who won at least $5 in the period, and more than they staked in it: $3 and $4 its sales. A bet on everything that
 * gets a part back is no win.
 */
const BIG_WINS = sql`
    WITH won AS MATERIALIZED (
      SELECT player_id, sum(payout)::bigint AS payout FROM bet_win
      WHERE game = $1 AND period_no = $2 AND payout > 0 GROUP BY player_id HAVING sum(payout) >= $5
    )
    SELECT w.player_id, w.payout FROM won w
    CROSS JOIN LATERAL (
      SELECT sum(o.total) AS staked FROM bet_order o
      WHERE o.player_id = w.player_id AND o.game = $1 AND o.period_no = $2
        AND o.accepted_at >= to_timestamp($3 / 1000.0) AND o.accepted_at < to_timestamp($4 / 1000.0)
        AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.player_id = o.player_id AND c.order_id = o.id)
    ) AS s
    WHERE w.payout > s.staked ORDER BY w.player_id`;

/**
 * Writes the messages of large wins in the transaction that marks the period settled, so that each is sent exactly
 * once.
 */
export async function publishBigWinsOf(
  tx: Queries,
  period: {
    readonly game: GameCode;
    readonly periodNo: string;
    readonly openAt: bigint;
    readonly closeAt: bigint;
  },
  least: Money,
): Promise<void> {
  const { game, periodNo, openAt, closeAt } = period;
  const wins = await tx.query<{ player_id: bigint; payout: bigint }>(BIG_WINS, [
    game,
    periodNo,
    openAt,
    closeAt,
    least,
  ]);
  await publishBigWins(
    tx,
    { game, periodNo },
    wins.map(({ player_id, payout }) => ({ playerId: player_id, payout })),
  );
}
