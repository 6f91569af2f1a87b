import type { Database } from "../../db/database.ts";
import type { DataExports } from "../exports/data-exports.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import * as sql from "./erase.sql.ts";

/** Accounts erased in one look. */
const AT_ONCE = 20;

export interface EraseDeps {
  readonly db: Database;
  readonly addresses: Pick<Wallet["addresses"], "erase">;
  readonly exports: Pick<DataExports, "drop">;
}

/**
 * Erases what names the players of accounts that have been closed for `days`: each in its own transaction, so that one
 * that fails keeps no other. Orders, transfers, limits and draws stay under the player's number and pseudonym, which
 * name nobody any more. What finds who is excluded by their own word stays as long as the exclusion runs: name, date of
 * birth, contacts and the numbers that were paid to. It goes with the next round after it. Returns how many accounts.
 */
export async function eraseClosedAccounts(
  deps: EraseDeps,
  days: number,
  isStopping: () => boolean,
): Promise<number> {
  let erased = 0;
  await deps.db.query(sql.FORGET_CONTACTS);
  for (let more = true; more && !isStopping();) {
    const over = await deps.db.query<{ id: bigint }>(sql.KEPT_DUE, [AT_ONCE]);
    for (const { id } of over) await eraseKept(deps, id);
    more = over.length === AT_ONCE;
  }
  while (!isStopping()) {
    const due = await deps.db.query<{ id: bigint }>(sql.DUE, [days, AT_ONCE]);
    if (due.length === 0) return erased;
    for (const { id } of due) if (await eraseAccount(deps, id)) erased += 1;
  }
  return erased;
}

function eraseAccount({ db, addresses, exports }: EraseDeps, playerId: bigint): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [player] = await tx.query<{ old_name: string }>(sql.ERASE_PLAYER, [playerId]);
    if (player === undefined) return false;
    for (const statement of sql.ERASE_ROWS) await tx.query(statement, [playerId]);
    await tx.query(sql.ERASE_ORIGINS, [player.old_name]);
    await tx.query(sql.ERASE_CODES, [player.old_name, playerId]);
    if ((await tx.query(sql.IS_KEPT, [playerId])).length === 0) await addresses.erase(tx, playerId);
    await exports.drop(tx, playerId);
    return true;
  });
}

/** What was kept of an erased player for an exclusion, which is over. */
function eraseKept({ db, addresses }: EraseDeps, playerId: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    if ((await tx.query(sql.ERASE_KEPT, [playerId])).length > 0) await addresses.erase(tx, playerId);
  });
}
