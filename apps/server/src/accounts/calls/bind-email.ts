import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { guardContact } from "../contact-guard.ts";
import { maskedEmail } from "../contacts.ts";
import { hashLinkToken, newLinkToken } from "../mail-secrets.ts";
import * as playersSql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { noteTypedContact } from "../typed-contact.ts";

/**
 * Sends a link to an e-mail address. Until it is opened the address belongs to nobody and the previous one stays:
 * whoever has stolen a session can neither lock the player out nor keep an address from its owner.
 */
export function bindBindEmail(deps: AccountsDeps): BoundCall<typeof CALLS.bindEmail> {
  const { db, entropy, contacts, mails } = deps;
  return bind(CALLS.bindEmail, async ({ body: { email, trans_password } }, context) => {
    const { caller, locale } = context;
    const { playerId } = caller;
    const before = await contacts.read(db, playerId);
    const refused = await guardContact(deps, context, trans_password);
    if (refused !== undefined) return refused;
    if (before.email?.toLowerCase() === email.toLowerCase()) return refuse("CONTACT_UNCHANGED");
    const token = newLinkToken(entropy);
    const bound = await db.transaction(async (tx) => {
      await contacts.lockPlayer(tx, playerId);
      await noteTypedContact(tx, deps, playerId, { kind: "email", contact: email });
      const owner = await contacts.ownerOf(tx, "email", email);
      if (owner !== undefined && owner !== playerId) return null;
      const now = await contacts.read(tx, playerId);
      await contacts.storePending(tx, playerId, { email, linkHash: hashLinkToken(token), locale });
      const [player] = await tx.query<{ username: string }>(playersSql.READ_PASSWORD, [playerId]);
      return { username: player?.username ?? "", old: now.email };
    });
    if (bound === null) return refuse("EMAIL_TAKEN");
    mails.confirmEmail({ to: email, locale, username: bound.username }, token);
    if (bound.old !== undefined) {
      mails.emailChangeAsked({ to: bound.old, locale, username: bound.username }, maskedEmail(email));
    }
    return accept({ email: maskedEmail(email) });
  });
}
