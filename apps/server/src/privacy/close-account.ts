import { MONTHS_FOR_GOOD } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { Accounts } from "../accounts/accounts.ts";
import type { Queries } from "../db/database.ts";
import { lockCash, moneyOfPlayers } from "../ledger/ledger.ts";
import { excludeIn, type BreakAuthor } from "../protection/protection.ts";
import type { DataExports } from "./exports/data-exports.ts";
import * as sql from "./privacy.sql.ts";

/** Outcome of closing an account. `notify` is to be called once the transaction has committed. */
export type Closing =
  | { readonly outcome: "done"; readonly notify: () => void }
  | { readonly outcome: "balance-left"; readonly left: Money }
  | { readonly outcome: "bets-running" | "unknown" };

const FOR_GOOD = { exclusionMonths: [MONTHS_FOR_GOOD] } as const;

/**
 * Closes an account for good, in the caller's transaction, under the lock of the player's cash: a bet on its way is
 * accepted before, which keeps the account open, or refused. A balance below `leastWithdrawal`, which nobody could
 * withdraw, stays the player's and is still owed.
 */
export async function closeAccount(
  tx: Queries,
  {
    accounts,
    exports,
    leastWithdrawal,
  }: {
    readonly accounts: Pick<Accounts, "setPlayerStatus">;
    readonly exports: Pick<DataExports, "drop">;
    readonly leastWithdrawal: Money;
  },
  playerId: bigint,
  by: BreakAuthor,
): Promise<Closing> {
  await lockCash(tx, playerId);
  const money = (await moneyOfPlayers(tx, [playerId])).get(playerId) ?? { cash: 0n, hold: 0n };
  if (money.hold > 0n || money.cash >= leastWithdrawal)
    return { outcome: "balance-left", left: money.cash + money.hold };
  const [bets] = await tx.query<{ running: boolean }>(sql.BETS_RUNNING, [playerId]);
  if (bets?.running !== false) return { outcome: "bets-running" };
  // Requests that were let in before the sessions ended find play closed.
  await excludeIn(tx, FOR_GOOD, playerId, { months: MONTHS_FOR_GOOD, ...by });
  // Nobody could fetch it any more, and it holds the contacts that go now.
  await exports.drop(tx, playerId);
  const change = await accounts.setPlayerStatus(tx, playerId, "closed");
  return change.outcome === "unknown" ? { outcome: "unknown" } : { outcome: "done", notify: change.notify };
}
