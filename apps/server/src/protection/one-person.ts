import type { Queries, Transactions } from "../db/database.ts";
import { lockCash } from "../ledger/ledger.ts";
import * as sql from "./protection.sql.ts";
import { publishBreaks } from "./publish-breaks.ts";

/** Finds the other accounts of the person behind a player; none while name or date of birth is unknown. */
export type OtherAccounts = (playerId: bigint) => Promise<readonly bigint[]>;

/**
 * Excludes all accounts of a person for as long as the longest of them is: whoever excluded themselves under one does
 * not play under another. Each account is its own short transaction, so no two locks of cash are held at once; what
 * fails in between is done at the next login. True if any account was changed.
 */
export async function excludePerson(
  db: Transactions,
  otherAccounts: OtherAccounts,
  playerId: bigint,
): Promise<boolean> {
  const others = await otherAccounts(playerId);
  if (others.length === 0) return false;
  const all = [playerId, ...others];
  let changed = false;
  for (const one of all) changed = (await db.transaction((tx) => excludeAs(tx, one, all))) || changed;
  return changed;
}

/** Excludes a player until the last of these players is free. */
async function excludeAs(tx: Queries, playerId: bigint, players: readonly bigint[]): Promise<boolean> {
  const others = players.filter((other) => other !== playerId);
  const [longest] = await tx.query<{ player: bigint; until: bigint }>(sql.LONGEST_EXCLUSION, [others]);
  if (longest === undefined) return false;
  await lockCash(tx, playerId);
  await tx.query(sql.ADD_GUARD, [playerId]);
  const [written] = await tx.query<{ since: bigint; until: bigint }>(sql.EXCLUDE_AS, [
    playerId,
    longest.player,
  ]);
  if (written === undefined) return false;
  const reason = `player ${longest.player}`;
  await tx.query(sql.ADD_BREAK, [playerId, "exclusion", written.since, written.until, null, reason]);
  await publishBreaks(tx, playerId);
  return true;
}
