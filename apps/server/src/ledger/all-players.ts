import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./all-players.sql.ts";

/** The money of one player. */
export interface OwedMoney {
  readonly player: bigint;
  readonly cash: Money;
  readonly held: Money;
}

/**
 * The money of the next players after the id `after`, at most `limit`, by id; empty after the last. Only in one
 * snapshot do the pages add up.
 */
export async function moneyOfEverybody(tx: Queries, after: bigint, limit: number): Promise<OwedMoney[]> {
  return await tx.query<OwedMoney & Record<string, unknown>>(sql.MONEY_OF_EVERYBODY, [after, limit]);
}

/** What the transfers come to, independently of the balances. */
export interface BooksTotals {
  /** Money of all players: cash and holds. */
  readonly players: Money;
  /** Recharges less withdrawals. */
  readonly received: Money;
}

/** The totals of the books. */
export async function booksTotals(tx: Queries): Promise<BooksTotals> {
  const [row] = await tx.query<BooksTotals & Record<string, unknown>>(sql.BOOKS_TOTALS);
  if (row === undefined) throw new Error("the books have no totals");
  return row;
}
