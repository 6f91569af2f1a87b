import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import type { Movement } from "./movement.ts";
import type { TransferCode } from "./transfer-codes.ts";
import * as sql from "./player-figures.sql.ts";

/** The money of a player: spendable, and held for pending withdrawals and running chases. */
export interface PlayerMoney {
  readonly cash: Money;
  readonly hold: Money;
  /** What of it is held for chases. */
  readonly chases: Money;
}

/** The money of these players. For display; decisions need the lock. */
export async function moneyOfPlayers(
  db: Queries,
  players: readonly bigint[],
): Promise<ReadonlyMap<bigint, PlayerMoney>> {
  const rows = await db.query<{ player: bigint; cash: bigint; hold: bigint; chases: bigint }>(sql.BALANCES, [
    [...players],
  ]);
  return new Map(rows.map(({ player, ...money }) => [player, money]));
}

/** Sums over all movements of a player, by code. */
export async function sumsOfPlayer(db: Queries, playerId: bigint): Promise<ReadonlyMap<TransferCode, Money>> {
  const rows = await db.query<{ code: TransferCode; amount: bigint }>(sql.SUMS, [playerId]);
  return new Map(rows.map(({ code, amount }) => [code, amount]));
}

/** The newest movements of a player's cash below the id `before`, in [from, to). */
export async function movementsBetween(
  db: Queries,
  filter: {
    readonly playerId: bigint;
    readonly codes: readonly TransferCode[] | null;
    readonly from: Date | null;
    readonly to: Date | null;
  },
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly Movement[]> {
  const { playerId, codes, from, to } = filter;
  const rows = await db.query<Omit<Movement, "time"> & { readonly time: bigint } & Record<string, unknown>>(
    sql.BETWEEN,
    [playerId, codes, from, to, before, limit],
  );
  return rows.map((row) => ({ ...row, time: Number(row.time) }));
}
