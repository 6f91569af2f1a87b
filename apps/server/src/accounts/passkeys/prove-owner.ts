import type { PASSKEY_PURPOSES, WireAssertion } from "@lotus/contract";
import { refuse, type Caller, type Refused } from "../../http/handler.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { ownerOf } from "../hash-turns.ts";
import { storedPassword, type PasswordRow } from "../password-seals.ts";
import * as sql from "../players.sql.ts";

type ProofRefusal = Refused<
  "OLD_PASSWORD_WRONG" | "TOO_MANY_ATTEMPTS" | "PASSKEY_REFUSED" | "PASSKEY_EXPIRED" | "PASSKEYS_OFF"
>;

/** The login password or a passkey, of which a request has one. */
export interface OwnerProof {
  readonly password?: string | undefined;
  readonly assertion?: WireAssertion | undefined;
}

/**
 * Has the owner prove who they are before the passkeys of the account change: a stolen session must neither add a way in
 * that outlives it nor take one away. Attempts are counted by session, so that guesses in a stolen one do not delay the
 * owner.
 * @returns the refusal, or undefined when it may proceed
 */
export async function proveOwner(
  { db, attempts, passwords, passwordSeals, passkeys }: AccountsDeps,
  { caller, locale }: { readonly caller: Caller; readonly locale: string },
  { purpose, password, assertion }: OwnerProof & { readonly purpose: (typeof PASSKEY_PURPOSES)[number] },
): Promise<ProofRefusal | undefined> {
  const subjects = { account: `password:${caller.familyId}` };
  const seconds = await attempts.begin(subjects);
  if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
  if (assertion !== undefined) {
    const refusal = await passkeys.prove(assertion, await passkeys.find(assertion.credential_id), {
      purpose,
      caller,
      locale,
    });
    if (refusal !== null) return refuse(refusal);
  } else {
    const [player] = await db.query<PasswordRow & Record<string, unknown>>(sql.READ_PASSWORD, [
      caller.playerId,
    ]);
    if (player === undefined) throw new Error(`player ${caller.playerId} has a session and no row`);
    const own = passwordSeals.own("password", storedPassword(player), passwords.nobody);
    const check = await passwords
      .check(password ?? "", own.hash, ownerOf(`player:${caller.playerId}`))
      .catch(async (error: unknown) => {
        await attempts.takeBack(subjects);
        throw error;
      });
    if (!check.right) return refuse("OLD_PASSWORD_WRONG");
  }
  await attempts.succeed(subjects);
  return undefined;
}
