import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../../http/handler.ts";
import { sendMessage } from "../../../inbox/inbox.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import { ownerOf } from "../../hash-turns.ts";
import { instantText } from "../../trans-password-refusal.ts";
import * as sql from "../passkeys.sql.ts";

const DAY_MS = 86_400_000;

/**
 * How long a passkey has to have been there. Whoever has a session and the login password can add one, but does not
 * know the withdrawal password: the owner has this time, and then the hold of 24 hours, to read of it and remove it.
 */
export const TRANS_PASSWORD_AFTER_DAYS = 3;

/** Sets a withdrawal password that its owner has forgotten, by a passkey in place of the old one. */
export function bindResetTransPwd({
  db,
  attempts,
  passwords,
  passwordSeals,
  passkeys,
  settings,
}: AccountsDeps): BoundCall<typeof CALLS.resetTransPwd> {
  return bind(CALLS.resetTransPwd, async ({ body }, { caller, locale }) => {
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    const subjects = { account: `passkey:${caller.familyId}` };
    const seconds = await attempts.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const found = await passkeys.find(body.assertion.credential_id);
    const refusal = await passkeys.prove(body.assertion, found, {
      purpose: "resetTransPwd",
      caller,
      locale,
    });
    if (refusal !== null) return refuse(refusal);
    if (found === undefined) return refuse("PASSKEY_REFUSED");
    await attempts.succeed(subjects);
    const fromMs = found.createdAt + TRANS_PASSWORD_AFTER_DAYS * DAY_MS;
    const [clock] = await db.query<{ now_ms: bigint }>(sql.NOW);
    if (Number(clock?.now_ms ?? 0n) < fromMs) {
      const values = { from: instantText(fromMs, locale, settings.timeZone) };
      return refuse("PASSKEY_TOO_NEW", { values, data: { from: fromMs } });
    }
    const newHash = await passwords.hash(body.password, ownerOf(`player:${caller.playerId}`));
    const done = await db.transaction(async (tx) => {
      const [changed] = await tx.query(sql.SET_TRANS_PASSWORD, [
        caller.playerId,
        newHash,
        passwordSeals.seal("transPassword", caller.playerId, newHash),
      ]);
      if (changed === undefined) return false;
      await sendMessage(tx, { playerId: caller.playerId, template: "withdrawalPasswordChanged", values: {} });
      return true;
    });
    return done ? accept(null) : refuse("PASSKEY_REFUSED");
  });
}
