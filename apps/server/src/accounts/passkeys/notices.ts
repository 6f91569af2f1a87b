import type { Queries } from "../../db/database.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import type { PasskeyEvent } from "../account-mails.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import * as playersSql from "../players.sql.ts";

/**
 * Writes the message in the transaction of the change. Returns what sends the mail in a language, to be called once that
 * has committed.
 */
export async function tellOfPasskey(
  tx: Queries,
  { contacts, mails }: Pick<AccountsDeps, "contacts" | "mails">,
  { playerId, event }: { readonly playerId: bigint; readonly event: PasskeyEvent },
): Promise<(locale: string) => void> {
  await sendMessage(tx, { playerId, template: event, values: {} });
  const { email } = await contacts.read(tx, playerId);
  const [player] = await tx.query<{ username: string }>(playersSql.READ_PASSWORD, [playerId]);
  return (locale) => {
    const username = player?.username ?? "";
    if (email !== undefined) mails.passkeyChanged({ to: email, locale, username }, event);
  };
}
