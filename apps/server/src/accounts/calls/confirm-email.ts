import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import * as sql from "../contacts.sql.ts";
import { maskedEmail } from "../contacts.ts";
import { hashLinkToken } from "../mail-secrets.ts";
import * as playersSql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { noteTypedContact } from "../typed-contact.ts";
import { holdWithdrawals } from "../withdrawal-hold.ts";

/** Binds the e-mail address of a link. */
export function bindConfirmEmail(deps: AccountsDeps): BoundCall<typeof CALLS.confirmEmail> {
  const { db, contacts, mails } = deps;
  return bind(CALLS.confirmEmail, async ({ body }) => {
    const linkHash = hashLinkToken(body.token);
    const [link] = await db.query<{ player_id: bigint; confirmed: boolean }>(sql.FIND_LINK, [linkHash]);
    if (link === undefined) return refuse("EMAIL_LINK_UNKNOWN");
    const playerId = link.player_id;
    const outcome = await db.transaction(async (tx) => {
      await contacts.lockPlayer(tx, playerId);
      const before = await contacts.read(tx, playerId);
      const taken = await contacts.takePending(tx, playerId, linkHash);
      if (taken === undefined) {
        // Opened a second time, perhaps by two windows at once.
        const [again] = await tx.query<{ confirmed: boolean }>(sql.FIND_LINK, [linkHash]);
        return again?.confirmed === true && before.email !== undefined ? { email: before.email } : "gone";
      }
      const { email, locale } = taken;
      // Who had it may have excluded themselves since the link was asked for.
      await noteTypedContact(tx, deps, playerId, { kind: "email", contact: email });
      if (!(await contacts.put(tx, playerId, { kind: "email", contact: email, linkHash }))) return "taken";
      // A code that was sent to the previous address must not open the account any more.
      await tx.query(sql.DROP_RESETS, [playerId]);
      if (before.email === undefined) {
        await sendMessage(tx, { playerId, template: "emailBound", values: {} });
        return { email };
      }
      await holdWithdrawals(tx, playerId);
      await sendMessage(tx, { playerId, template: "emailChanged", values: {} });
      const [player] = await tx.query<{ username: string }>(playersSql.READ_PASSWORD, [playerId]);
      return { email, left: { to: before.email, locale, username: player?.username ?? "" } };
    });
    if (outcome === "gone") return refuse("EMAIL_LINK_UNKNOWN");
    if (outcome === "taken") return refuse("EMAIL_TAKEN");
    const email = maskedEmail(outcome.email);
    if (outcome.left !== undefined) mails.emailChanged(outcome.left, email);
    return accept({ email });
  });
}
