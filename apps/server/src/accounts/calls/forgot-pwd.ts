import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { hashResetCode, newResetCode } from "../mail-secrets.ts";
import * as sql from "../password-reset.sql.ts";
import type { Rooms } from "../rooms.ts";

/**
 * Sends a code for a new password. Whoever asks learns nothing: the same statements run and the same reply comes
 * whether the name and the e-mail belong together or to nobody, and the mail goes out behind the reply's back.
 */
export function bindForgotPwd({ db, entropy, contacts, mails, tries, pepper }: Rooms): BoundCall {
  return bind(CALLS.forgotPwd, async ({ body }, { address, device, locale }) => {
    const name = body.username.toLowerCase();
    // Never taken back: each asking may send a mail.
    const seconds = await tries.begin({ account: `forgot:${name}`, address, device });
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const foundBy = contacts.foundBy("email", body.email);
    const [player] = await db.query<{ id: bigint }>(sql.FIND_OWNER, [name, foundBy]);
    const code = newResetCode(entropy);
    await db.query(sql.PUT_CODE, [name, player?.id ?? null, hashResetCode(pepper.current, name, code)]);
    // The address is the bound one but for its case, which the mailbox does not mind.
    if (player !== undefined) mails.resetCode({ to: body.email, locale, username: body.username }, code);
    return accept(null);
  });
}
