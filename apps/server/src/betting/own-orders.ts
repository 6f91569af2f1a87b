import type { Queries } from "../db/database.ts";
import * as sql from "./betting.sql.ts";
import type { AcceptedOrder } from "./receipts.ts";

/** A stored order of a player. */
export interface OwnOrder extends AcceptedOrder {
  /** When its player cancelled it (epoch ms), or null. */
  readonly cancelledAt: number | null;
}

interface OrderRow {
  readonly id: bigint;
  readonly accepted_at: bigint;
  readonly game: string;
  readonly period_no: string;
  readonly player: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_count: number;
  readonly bet_amount: bigint;
  readonly total: bigint;
  readonly round: bigint;
  readonly odds_version: number;
  readonly odds: string;
  readonly cancelled_at: bigint | null;
  readonly batch_id: bigint;
  readonly blind: Uint8Array;
}

/** The player's orders with these ids, sorted by id; another player's are not found. */
export async function ownOrders(db: Queries, playerId: bigint, ids: readonly bigint[]): Promise<OwnOrder[]> {
  const rows = await db.query<OrderRow>(sql.OWN_ORDERS, [playerId, ids]);
  return rows.map((row) => ({
    id: row.id,
    batchId: row.batch_id,
    game: row.game,
    periodNo: row.period_no,
    player: row.player,
    round: Number(row.round),
    odds: row.odds,
    cancelledAt: row.cancelled_at === null ? null : Number(row.cancelled_at),
    optionId: row.option_id,
    groups: row.groups,
    betCount: row.bet_count,
    betAmount: row.bet_amount,
    total: row.total,
    acceptedAt: Number(row.accepted_at),
    blind: row.blind,
    oddsVersion: row.odds_version,
  }));
}
