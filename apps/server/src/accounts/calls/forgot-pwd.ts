import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { newResetNonce, RESET_CODE_ATTEMPTS, resetCodeOf } from "../mail-secrets.ts";
import * as sql from "../password-reset.sql.ts";
import type { Quota } from "../quotas.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import type { SignIn } from "../sign-in-attempts.ts";

const HOUR_MS = 3_600_000;

/**
 * Sends a code for a new password. The caller learns nothing: the same statements run and the same reply is sent
 * whether or not the name and the e-mail belong together, and the mail is sent independently of the reply. A repeated
 * request sends the same code again; beyond a few mails an hour and a day nothing is sent, with the same reply.
 */
export function bindForgotPwd(deps: AccountsDeps): BoundCall<typeof CALLS.forgotPwd> {
  const { db, entropy, contacts, mails, signIns, quotas, pepper } = deps;
  return bind(CALLS.forgotPwd, async ({ body }, context) => {
    const { address, device, locale } = context;
    const name = body.username.toLowerCase();
    const signIn: SignIn = { purpose: "forgot", name, origin: { address, device } };
    // Never taken back: each request may send a mail.
    const { seconds } = await signIns.begin(signIn);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const foundBy = contacts.foundBy("email", body.email);
    const [found] = await db.query<{ id: bigint }>(sql.FIND_OWNER, [name, foundBy]);
    // The index of another account's e-mail may have been written here: what counts is sealed for this account.
    const { email = "" } = await contacts.read(db, found?.id ?? 0n);
    const player = email.toLowerCase() === body.email.toLowerCase() ? found : undefined;
    if (player !== undefined) context.concerns(player.id);
    const to = player?.id ?? `nobody as ${name}`;
    const sends = (await quotas.take(mailQuotas(to, await signIns.knows(signIn)))) === 0;
    const owner = sends ? (player?.id ?? null) : null;
    const [stored] = await db.query<{ nonce: Buffer }>(sql.PUT_CODE, [
      name,
      owner,
      newResetNonce(entropy),
      RESET_CODE_ATTEMPTS,
    ]);
    if (owner !== null && stored !== undefined) {
      // The address equals the bound one except for case, which mailboxes ignore.
      const recipient = { to: body.email, locale, username: body.username };
      mails.resetCode(recipient, resetCodeOf(pepper.current, { name, playerId: owner }, stored.nonce));
    }
    return accept(null);
  });
}

/** Quotas of mails to one account. Known origins have their own, so that strangers cannot use up the owner's. */
function mailQuotas(to: bigint | string, isKnown: boolean): readonly Quota[] {
  const subject = `reset-mail:${to}${isKnown ? "/known" : ""}`;
  return [
    { subject: `${subject}/hour`, most: 4, windowMs: HOUR_MS },
    { subject: `${subject}/day`, most: 10, windowMs: 24 * HOUR_MS },
  ];
}
