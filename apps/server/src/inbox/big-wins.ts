import { formatMoney, type Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./big-wins.sql.ts";
import { sendMessages } from "./send.ts";

/** A player's win in a period. */
export interface BigWin {
  readonly playerId: bigint;
  readonly payout: Money;
}

/**
 * Stores the large wins of a period and messages the winners, in the transaction that finishes the period. Idempotent:
 * each player gets one message per period.
 */
export async function publishBigWins(
  tx: Queries,
  period: { readonly game: string; readonly periodNo: string },
  wins: readonly BigWin[],
): Promise<void> {
  if (wins.length === 0) return;
  const { game, periodNo } = period;
  const stored = await tx.query<{ player_id: bigint; payout: bigint }>(sql.KEEP_BIG_WINS, [
    game,
    periodNo,
    wins.map(({ playerId }) => playerId),
    wins.map(({ payout }) => payout),
  ]);
  await sendMessages(
    tx,
    stored.map(({ player_id, payout }) => ({
      playerId: player_id,
      template: "bigWin",
      values: { game, period: periodNo, amount: formatMoney(payout) },
    })),
  );
}

/** A large win as shown in public. */
export interface ShownWin {
  readonly player: string;
  readonly game: string;
  readonly period_no: string;
  readonly payout: bigint;
  readonly created: bigint;
}

/** The newest large wins, with masked names. */
export async function newestWins(db: Queries, atMost: number): Promise<readonly ShownWin[]> {
  const rows = await db.query<ShownWin & Readonly<Record<string, unknown>>>(sql.NEWEST_WINS, [atMost]);
  return rows.map((row) => ({ ...row, player: maskedName(row.player) }));
}

/** First and last letter with a fixed mask between them, so that the length of the name does not show. */
export function maskedName(name: string): string {
  return `${name.slice(0, 1)}•••${name.slice(-1)}`;
}
