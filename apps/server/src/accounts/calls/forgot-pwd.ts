import { CALLS } from "@lotus/contract";
import { networkSubject } from "../../http/client-address.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { newResetNonce, RESET_CODE_ATTEMPTS, resetCodeOf } from "../mail-secrets.ts";
import * as sql from "../password-reset.sql.ts";
import type { Quota } from "../quotas.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import type { SignIn } from "../sign-in-attempts.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Networks that are sent a first mail for one account in a day. */
const NETWORKS_A_DAY = 30;

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
    const sends = await takeMail(quotas, to, await signIns.knows(signIn), address);
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

/**
 * Whether a mail may go to an account. Known origins have their own quotas, so that strangers cannot use up the owner's. The owner
 * with a new phone in a new network is a stranger too: the first mail of each network a day is not of those that strangers share.
 */
async function takeMail(
  quotas: AccountsDeps["quotas"],
  to: bigint | string,
  isKnown: boolean,
  address: string,
): Promise<boolean> {
  const subject = `reset-mail:${to}`;
  const mails = (who: string, hour: number, day: number): readonly Quota[] => [
    { subject: `${subject}${who}/hour`, most: hour, windowMs: HOUR_MS },
    { subject: `${subject}${who}/day`, most: day, windowMs: DAY_MS },
  ];
  if (isKnown) return (await quotas.take(mails("/known", 4, 10))) === 0;
  const first = [
    { subject: `${subject}/${networkSubject(address)}`, most: 1, windowMs: DAY_MS },
    { subject: `${subject}/networks`, most: NETWORKS_A_DAY, windowMs: DAY_MS },
  ];
  return (await quotas.take(first)) === 0 || (await quotas.take(mails("", 3, 9))) === 0;
}
