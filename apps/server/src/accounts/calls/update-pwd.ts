import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { ownerOf } from "../hash-turns.ts";
import { storedPassword, type PasswordRow } from "../password-seals.ts";
import type { SignIn } from "../sign-in-attempts.ts";
import { isUsername } from "./register.ts";

/** Changes the login password and ends every session, including this one, so that an intruder is logged out too. */
export function bindUpdatePwd(deps: AccountsDeps): BoundCall<typeof CALLS.updatePwd> {
  const { db, passwords, passwordSeals, passwordRules, sessions, signIns, attempts, contacts, mails } = deps;
  return bind(CALLS.updatePwd, async ({ body }, { caller, address, device, locale }) => {
    const { playerId } = caller;
    const [player] = await db.query<PasswordRow & { readonly username: string }>(sql.READ_PASSWORD, [
      playerId,
    ]);
    if (player === undefined) throw new Error(`player ${playerId} has a session and no row`);
    if (isUsername(body.password, player.username)) return refuse("PASSWORD_IS_USERNAME");
    // Counted by session, so that guesses in a stolen one do not delay the owner.
    const subjects = { account: `password:${caller.familyId}` };
    const seconds = await attempts.begin(subjects);
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const asker = ownerOf(`player:${playerId}`);
    const own = passwordSeals.own("password", storedPassword(player), passwords.nobody);
    const check = await passwords.check(body.old_pwd, own.hash, asker).catch(async (error: unknown) => {
      await attempts.takeBack(subjects);
      throw error;
    });
    if (!check.right) return refuse("OLD_PASSWORD_WRONG");
    await attempts.succeed(subjects);
    if (passwordRules.isGuessable(body.password, [player.username])) return refuse("PASSWORD_TOO_COMMON");
    const newHash = await passwords.hash(body.password, asker);
    const seal = passwordSeals.seal("password", playerId, newHash);
    const ended = await db.transaction(async (tx) => {
      const [changed] = await tx.query(sql.CHANGE_PASSWORD, [playerId, own.hash, newHash, seal]);
      if (changed === undefined) return undefined;
      const name = player.username.toLowerCase();
      const signIn: SignIn = { purpose: "login", name, origin: { address, device } };
      await signIns.rememberOnly(tx, signIn);
      await sendMessage(tx, { playerId, template: "passwordChanged", values: {} });
      return await sessions.endAll(tx, playerId, "password");
    });
    if (ended === undefined) return refuse("OLD_PASSWORD_WRONG");
    sessions.publishEnded(ended);
    const { email } = await contacts.read(db, playerId);
    if (email !== undefined) mails.passwordChanged({ to: email, locale, username: player.username });
    return accept(null);
  });
}
