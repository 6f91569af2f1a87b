import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import { guardContact } from "../contact-guard.ts";
import { maskedPhone } from "../contacts.ts";
import { parsePhone } from "../phone.ts";
import * as playersSql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { noteTypedContact } from "../typed-contact.ts";
import { holdWithdrawals } from "../withdrawal-hold.ts";

/** Binds a phone number, or changes the bound one. */
export function bindBindPhone(deps: AccountsDeps): BoundCall<typeof CALLS.bindPhone> {
  const { db, contacts, mails, settings } = deps;
  return bind(CALLS.bindPhone, async ({ body }, context) => {
    const { caller, locale } = context;
    const { playerId } = caller;
    const phone = parsePhone(body.phone, settings.country);
    if (phone === undefined) return refuse("PHONE_INVALID");
    const before = await contacts.read(db, playerId);
    const refused = await guardContact(deps, context, body.trans_password);
    if (refused !== undefined) return refused;
    if (before.phone === phone) return refuse("CONTACT_UNCHANGED");
    const outcome = await db.transaction(async (tx) => {
      await contacts.lockPlayer(tx, playerId);
      const now = await contacts.read(tx, playerId);
      await noteTypedContact(tx, deps, playerId, { kind: "phone", contact: phone });
      if (!(await contacts.put(tx, playerId, { kind: "phone", contact: phone }))) return "taken" as const;
      if (now.phone === undefined) {
        await sendMessage(tx, { playerId, template: "phoneBound", values: {} });
        return "bound" as const;
      }
      await holdWithdrawals(tx, playerId);
      await sendMessage(tx, { playerId, template: "phoneChanged", values: {} });
      return "changed" as const;
    });
    if (outcome === "taken") return refuse("PHONE_TAKEN");
    if (outcome === "changed" && before.email !== undefined) {
      const [player] = await db.query<{ username: string }>(playersSql.READ_PASSWORD, [playerId]);
      mails.phoneChanged({ to: before.email, locale, username: player?.username ?? "" }, maskedPhone(phone));
    }
    return accept({ phone: maskedPhone(phone) });
  });
}
