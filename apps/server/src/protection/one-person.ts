import type { Queries, Transactions } from "../db/database.ts";
import { addDoubt, clearDoubts, doubtsOf, type OtherAccounts } from "../identity/identity.ts";
import { lockCash } from "../ledger/ledger.ts";
import * as sql from "./protection.sql.ts";
import { publishBreaks } from "./publish-breaks.ts";

/** Finds the other accounts of the person behind a player; none while name or date of birth is unknown. */
export type FindOtherAccounts = (playerId: bigint) => Promise<OtherAccounts>;

/**
 * Excludes all accounts of a person for as long as the longest of them is: whoever excluded themselves under one does
 * not play under another. Whoever is nearly an excluded person does not play until the desk has decided. Each account is
 * its own short transaction, so no two locks of cash are held at once; what fails in between is done at the next login.
 * True if any account was changed.
 */
export async function excludePerson(
  db: Transactions,
  otherAccounts: FindOtherAccounts,
  playerId: bigint,
): Promise<boolean> {
  const { same, near } = await otherAccounts(playerId);
  const all = [playerId, ...same];
  let changed = false;
  if (same.length > 0)
    for (const one of all) changed = (await db.transaction((tx) => excludeAs(tx, one, all))) || changed;
  for (const other of near) {
    changed = (await db.transaction((tx) => doubtAs(tx, playerId, other))) || changed;
    changed = (await db.transaction((tx) => doubtAs(tx, other, playerId))) || changed;
  }
  return changed;
}

/** Lets a player play again, of whom the desk has seen that they are nobody who is excluded. False if nobody doubted it. */
export async function liftDoubt(tx: Queries, playerId: bigint, operatorId: bigint): Promise<boolean> {
  if (!(await clearDoubts(tx, playerId, operatorId))) return false;
  await lockCash(tx, playerId);
  await tx.query(sql.LIFT_DOUBT, [playerId]);
  await publishBreaks(tx, playerId);
  return true;
}

/** Blocks the play of a player if this other one is excluded and the desk has not told them apart. */
async function doubtAs(tx: Queries, playerId: bigint, other: bigint): Promise<boolean> {
  const [excluded] = await tx.query<{ player: bigint }>(sql.LONGEST_EXCLUSION, [[other]]);
  if (excluded === undefined) return false;
  await lockCash(tx, playerId);
  await addDoubt(tx, playerId, other);
  if ((await doubtsOf(tx, playerId)).length === 0) return false;
  await tx.query(sql.ADD_GUARD, [playerId]);
  if ((await tx.query(sql.DOUBT_BLOCKS, [playerId])).length === 0) return false;
  await tx.query(sql.END_CHASES, [playerId]);
  await publishBreaks(tx, playerId);
  return true;
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
