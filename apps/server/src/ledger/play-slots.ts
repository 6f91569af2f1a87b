import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./play-slots.sql.ts";

const SLOT_MS = 5 * 60_000;

/**
 * What was played in five minutes, or in a day of more than a month ago. Amounts are minor units as plain numbers, for
 * statistics only.
 */
export interface SlotOfPlay {
  readonly at: number;
  readonly staked: number;
  readonly won: number;
}

/** Players with a movement of money since an instant (epoch ms), in the order of their ids, after one of them. */
export async function playersSince(
  db: Queries,
  place: { readonly after: bigint; readonly since: number; readonly limit: number },
): Promise<readonly { readonly player: bigint; readonly balance: Money }[]> {
  return db.query(sql.PLAYED_SINCE, [place.after, Math.floor(place.since), place.limit]);
}

/** What players staked and won slot by slot since an instant (epoch ms), oldest first; who did nothing is not in it. */
export async function slotsOfPlay(
  db: Queries,
  players: readonly bigint[],
  since: number,
): Promise<ReadonlyMap<bigint, readonly SlotOfPlay[]>> {
  const rows = await db.query<{ player: bigint; slots: number[]; staked: number[]; won: number[] }>(
    sql.SLOTS,
    [players, Math.floor(since)],
  );
  return new Map(
    rows.map(({ player, slots, staked, won }) => [
      player,
      slots.map((slot, index) => ({ at: slot * SLOT_MS, staked: staked[index] ?? 0, won: won[index] ?? 0 })),
    ]),
  );
}
