import { MONTHS_FOR_GOOD } from "@lotus/contract";
import { LOCALES, matchLocale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import type { Money } from "@lotus/money";
import type { Accounts } from "../accounts/accounts.ts";
import type { Queries } from "../db/database.ts";
import { eraseDocuments } from "../identity/identity.ts";
import { lockCash, moneyOfPlayers } from "../ledger/ledger.ts";
import type { Mailer } from "../mail/mail.ts";
import { excludeIn, type BreakAuthor } from "../protection/protection.ts";
import type { DataExports } from "./exports/data-exports.ts";
import * as sql from "./privacy.sql.ts";

/** Outcome of closing an account. `notify` is to be called once the transaction has committed. */
export type Closing =
  | { readonly outcome: "done"; readonly notify: () => void }
  | { readonly outcome: "balance-left"; readonly left: Money }
  | { readonly outcome: "bets-running" | "unknown" };

export interface CloseDeps {
  readonly accounts: Pick<Accounts, "setPlayerStatus" | "contactsOf">;
  readonly exports: Pick<DataExports, "drop">;
  readonly mailer: Mailer;
  readonly translate: Translate;
  readonly title: string;
  /** Less than this nobody can withdraw. */
  readonly leastWithdrawal: Money;
}

const FOR_GOOD = { exclusionMonths: [MONTHS_FOR_GOOD] } as const;

/**
 * Closes an account for good, in the caller's transaction, under the lock of the player's cash: a bet on its way is
 * accepted before, which keeps the account open, or refused. A balance below `leastWithdrawal`, which nobody could
 * withdraw, stays the player's and is still owed. The player is told by mail, whoever closed it.
 */
export async function closeAccount(
  tx: Queries,
  deps: CloseDeps,
  { playerId, by, locale }: { readonly playerId: bigint; readonly by: BreakAuthor; readonly locale: string },
): Promise<Closing> {
  const { accounts, exports, leastWithdrawal } = deps;
  await lockCash(tx, playerId);
  const money = (await moneyOfPlayers(tx, [playerId])).get(playerId) ?? { cash: 0n, hold: 0n, chases: 0n };
  if (money.hold > 0n || money.cash >= leastWithdrawal)
    return { outcome: "balance-left", left: money.cash + money.hold };
  const [bets] = await tx.query<{ running: boolean }>(sql.BETS_RUNNING, [playerId]);
  if (bets?.running !== false) return { outcome: "bets-running" };
  // Requests that were let in before the sessions ended find play closed.
  await excludeIn(tx, FOR_GOOD, playerId, { months: MONTHS_FOR_GOOD, ...by });
  await eraseDocuments(tx, playerId);
  // Nobody could fetch it any more, and it holds the contacts that go now.
  await exports.drop(tx, playerId);
  const farewell = await farewellOf(tx, deps, playerId, locale);
  const change = await accounts.setPlayerStatus(tx, playerId, "closed");
  if (change.outcome === "unknown") return { outcome: "unknown" };
  return {
    outcome: "done",
    notify: () => {
      change.notify();
      farewell();
    },
  };
}

/** The last mail, to the address that is erased now. */
async function farewellOf(
  tx: Queries,
  { accounts, mailer, translate, title }: CloseDeps,
  playerId: bigint,
  locale: string,
): Promise<() => void> {
  const { email } = await accounts.contactsOf(tx, playerId);
  const [player] = await tx.query<{ username: string }>(sql.USERNAME, [playerId]);
  return () => {
    if (email === undefined) return;
    const values = { title, username: player?.username ?? "" };
    const textOf = (key: Parameters<Translate>[1]): string =>
      translate(matchLocale(locale) ?? LOCALES[0], key, values);
    mailer.send({
      to: email,
      subject: textOf("mails.accountClosed.subject"),
      text: [textOf("mails.greeting"), textOf("mails.accountClosed.text"), textOf("mails.farewell")].join(
        "\n\n",
      ),
    });
  };
}
