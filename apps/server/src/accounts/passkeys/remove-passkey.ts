import type { Queries } from "../../db/database.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { tellOfPasskey } from "./notices.ts";

/** A passkey that was removed. */
export interface RemovedPasskey {
  /** How many sessions it had opened that ended with it. */
  readonly ended: number;
  /** To be called once the transaction has committed: closes the streams of those sessions and sends the mail. */
  notify(locale: string): void;
}

/**
 * Removes a passkey of a player, ends the sessions it opened but `except`, and tells the player. Null when there is no
 * such passkey.
 */
export async function removePasskeyIn(
  tx: Queries,
  { passkeys, sessions, contacts, mails }: Pick<AccountsDeps, "passkeys" | "sessions" | "contacts" | "mails">,
  { playerId, passkeyId, except }: { playerId: bigint; passkeyId: bigint; except?: string },
): Promise<RemovedPasskey | null> {
  if (!(await passkeys.remove(tx, playerId, passkeyId))) return null;
  const ended = await sessions.endOfPasskey(tx, {
    playerId,
    passkeyId,
    why: "passkey",
    ...(except === undefined ? {} : { except }),
  });
  const mail = await tellOfPasskey(tx, { contacts, mails }, { playerId, event: "passkeyRemoved" });
  return {
    ended: ended.length,
    notify: (locale) => {
      sessions.publishEnded(ended);
      mail(locale);
    },
  };
}
