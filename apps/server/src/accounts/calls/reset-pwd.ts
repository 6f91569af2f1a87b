import { timingSafeEqual } from "node:crypto";
import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import * as contactsSql from "../contacts.sql.ts";
import { RESET_CODE_ATTEMPTS, resetCodesOf } from "../mail-secrets.ts";
import * as sql from "../password-reset.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { ownerOf } from "../hash-turns.ts";
import type { EndedSession } from "../sessions.ts";
import type { SignIn } from "../sign-in-attempts.ts";
import { isUsername } from "./register.ts";

interface CodeRow {
  readonly player_id: bigint | null;
  readonly nonce: Buffer;
  readonly tries: number;
  readonly live: boolean;
}

/** Sets a new login password with the code of a mail. Wrong, expired and missing codes get the same reply. */
export function bindResetPwd(deps: AccountsDeps): BoundCall<typeof CALLS.resetPwd> {
  const { db, passwords, passwordRules, sessions, signIns, mails, pepper } = deps;
  return bind(CALLS.resetPwd, async ({ body }, context) => {
    const { address, device, locale } = context;
    if (isUsername(body.password, body.username)) return refuse("PASSWORD_IS_USERNAME");
    const name = body.username.toLowerCase();
    const signIn: SignIn = { purpose: "reset", name, origin: { address, device } };
    const attempt = await signIns.begin(signIn);
    const { seconds } = attempt;
    // Counted before the code is checked, so that repeated attempts spend the caller's own budget.
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    if (passwordRules.isGuessable(body.password, [body.username])) return refuse("PASSWORD_TOO_COMMON");
    const [row] = await db.query<CodeRow>(sql.TRY_CODE, [name]);
    const codesOf = ({ player_id: playerId, nonce }: CodeRow) =>
      resetCodesOf(pepper, { name, playerId: playerId ?? 0n }, nonce);
    if (typeof row?.player_id === "bigint") context.concerns(row.player_id);
    if (row === undefined || !isRight(row, body.code, codesOf(row))) return refuse("RESET_CODE_WRONG");
    const passwordHash = await passwords
      .hash(body.password, ownerOf(`player:${row.player_id}`))
      .catch(async (error: unknown) => {
        await attempt.takeBack();
        throw error;
      });
    const done = await setPassword(deps, { signIn, nonce: row.nonce, passwordHash });
    if (done === undefined) return refuse("RESET_CODE_WRONG");
    sessions.publishEnded(done.ended);
    await attempt.succeed();
    // A player who forgot a password has usually tried a few first.
    await signIns.forgive({ ...signIn, purpose: "login" });
    if (done.email !== undefined) mails.passwordChanged({ to: done.email, locale, username: done.username });
    return accept(null);
  });
}

/** Uses the code up and sets the password; undefined when a concurrent request was first. */
async function setPassword(
  { db, passwordSeals, sessions, contacts, signIns }: AccountsDeps,
  {
    signIn,
    nonce,
    passwordHash,
  }: { readonly signIn: SignIn; readonly nonce: Buffer; readonly passwordHash: string },
): Promise<
  { readonly ended: readonly EndedSession[]; readonly username: string; readonly email?: string } | undefined
> {
  return await db.transaction(async (tx) => {
    const [taken] = await tx.query<{ player_id: bigint }>(sql.TAKE_CODE, [signIn.name, nonce]);
    if (taken === undefined) return undefined;
    const playerId = taken.player_id;
    const [player] = await tx.query<{ username: string }>(sql.SET_PASSWORD, [
      playerId,
      passwordHash,
      passwordSeals.seal("password", playerId, passwordHash),
    ]);
    if (player === undefined) return undefined;
    // An intruder may have requested another e-mail: that request ends with their session.
    await tx.query(contactsSql.DROP_BINDING, [playerId]);
    await sendMessage(tx, { playerId, template: "passwordChanged", values: {} });
    await signIns.rememberOnly(tx, signIn);
    const ended = await sessions.endAll(tx, playerId, "password");
    return { ended, username: player.username, ...(await contacts.read(tx, playerId)) };
  });
}

function isRight(row: CodeRow, typed: string, codes: readonly string[]): boolean {
  const fits = codes.map((code) =>
    timingSafeEqual(Buffer.from(typed.padEnd(code.length)), Buffer.from(code)),
  );
  return fits.includes(true) && row.player_id !== null && row.live && row.tries <= RESET_CODE_ATTEMPTS;
}
