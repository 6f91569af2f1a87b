import type { Queries, Transactions } from "../db/database.ts";
import { addDoubt, clearHolds, isHeld, type OtherAccounts } from "../identity/identity.ts";
import { lockCash } from "../ledger/ledger.ts";
import * as sql from "./protection.sql.ts";
import { publishBreaks } from "./publish-breaks.ts";

/** Finds the other accounts of the person behind a player; none while name or date of birth is unknown. */
export type FindOtherAccounts = (playerId: bigint) => Promise<OtherAccounts>;

/**
 * Gives all accounts of a person the longest break of any of them, and ends their chases: whoever has excluded themselves
 * under one does not play under another. Whoever is nearly a person on a break does not play until it ends or the desk has decided. Each
 * account is its own short transaction, so no two locks of cash are held at once; `person_to_compare` has who is not done.
 * True if any account was changed.
 */
export async function excludePerson(
  db: Transactions,
  otherAccounts: FindOtherAccounts,
  playerId: bigint,
): Promise<boolean> {
  const [wanted] = await db.query<{ mark: bigint }>(sql.COMPARE_MARK, [playerId]);
  const { same, near } = await otherAccounts(playerId);
  const all = [playerId, ...same];
  let changed = false;
  if (same.length > 0)
    for (const one of all) changed = (await db.transaction((tx) => breakAs(tx, one, all))) || changed;
  const rows = await db.query<{ player: bigint }>(sql.TAKEN, [[playerId, ...near]]);
  const taken = new Set(rows.map(({ player }) => player));
  for (const other of near) {
    if (taken.has(other)) changed = (await db.transaction((tx) => doubtAs(tx, playerId, other))) || changed;
    if (taken.has(playerId))
      changed = (await db.transaction((tx) => doubtAs(tx, other, playerId))) || changed;
  }
  if (wanted !== undefined) await db.query(sql.COMPARED, [playerId, wanted.mark]);
  return changed;
}

/** Lets a player play again of whom the desk has seen who they are. False if nothing held their play. */
export async function liftHold(tx: Queries, playerId: bigint, operatorId: bigint): Promise<boolean> {
  if (!(await clearHolds(tx, playerId, operatorId))) return false;
  await lockCash(tx, playerId);
  await tx.query(sql.LIFT_HOLD, [playerId]);
  await publishBreaks(tx, playerId);
  return true;
}

/** Closes play to a player of whom it is not known whether they may play. True if it was open. */
export async function holdPlay(tx: Queries, playerId: bigint): Promise<boolean> {
  await lockCash(tx, playerId);
  await tx.query(sql.ADD_GUARD, [playerId]);
  if ((await tx.query(sql.HOLD, [playerId])).length === 0) return false;
  await tx.query(sql.END_CHASES, [playerId]);
  await publishBreaks(tx, playerId);
  return true;
}

/** Blocks the play of a player if this other one is excluded, or as long as they are on a time-out, and the desk has not told them apart. True if it was open. */
export async function doubtAs(tx: Queries, playerId: bigint, other: bigint): Promise<boolean> {
  if ((await tx.query(sql.TAKEN, [[other]])).length === 0) return false;
  await lockCash(tx, playerId);
  await addDoubt(tx, playerId, other);
  return (await isHeld(tx, playerId)) && (await holdPlay(tx, playerId));
}

/** Gives a player the longest exclusion and the longest time-out of these players. */
async function breakAs(tx: Queries, playerId: bigint, players: readonly bigint[]): Promise<boolean> {
  const others = players.filter((other) => other !== playerId);
  const longest = {
    exclusion: (await tx.query<{ player: bigint }>(sql.LONGEST_EXCLUSION, [others]))[0],
    "time-out": (await tx.query<{ player: bigint }>(sql.LONGEST_TIME_OUT, [others]))[0],
  } as const;
  let changed = false;
  for (const kind of ["exclusion", "time-out"] as const) {
    const { player } = longest[kind] ?? {};
    if (player === undefined) continue;
    await lockCash(tx, playerId);
    await tx.query(sql.ADD_GUARD, [playerId]);
    const statement = kind === "exclusion" ? sql.EXCLUDE_AS : sql.TIME_OUT_AS;
    const [written] = await tx.query<{ since: bigint; until: bigint }>(statement, [playerId, player]);
    if (written === undefined) continue;
    await tx.query(sql.ADD_BREAK, [playerId, kind, written.since, written.until, null, `player ${player}`]);
    changed = true;
  }
  if (!changed) return false;
  await tx.query(sql.END_CHASES, [playerId]);
  await publishBreaks(tx, playerId);
  return true;
}
