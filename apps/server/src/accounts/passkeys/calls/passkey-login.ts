import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../../http/handler.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import { openSession } from "../../open-session.ts";
import type { SignIn } from "../../sign-in-attempts.ts";
import { requestOptions } from "../wire.ts";

export function bindPasskeyLoginOptions({
  passkeys,
}: AccountsDeps): BoundCall<typeof CALLS.passkeyLoginOptions> {
  return bind(CALLS.passkeyLoginOptions, async () => {
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    return accept(requestOptions(await passkeys.issueChallenge({ purpose: "login" }), passkeys.settings));
  });
}

/**
 * Logs in with a passkey. Nobody says a name: the authenticator names a credential, and with it the account. A
 * credential that nobody has, or has any more, is answered like one whose signature is wrong.
 */
export function bindPasskeyLogin(deps: AccountsDeps): BoundCall<typeof CALLS.passkeyLogin> {
  const { passkeys, signIns } = deps;
  return bind(CALLS.passkeyLogin, async ({ body: { assertion } }, context) => {
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    const found = await passkeys.find(assertion.credential_id);
    if (found !== undefined) context.concerns(found.playerId);
    const signIn: SignIn = {
      purpose: "passkey",
      name: found?.username.toLowerCase() ?? "",
      origin: context,
    };
    const attempt = await signIns.begin(signIn);
    const { seconds } = attempt;
    if (seconds > 0) return refuse("TOO_MANY_ATTEMPTS", { values: { seconds }, data: { seconds } });
    const refusal = await passkeys.prove(assertion, found, { purpose: "login", locale: context.locale });
    if (refusal !== null) return refuse(refusal);
    if (found === undefined || found.status === "closed") return refuse("PASSKEY_REFUSED");
    await attempt.succeed();
    // A player who takes a passkey has perhaps tried passwords first.
    await signIns.forgive({ ...signIn, purpose: "login" });
    if (found.status === "locked") return refuse("ACCOUNT_LOCKED");
    const pair = await openSession(deps, {
      playerId: found.playerId,
      signIn,
      context,
      passkeyId: found.id,
    });
    return pair === null ? refuse("ACCOUNT_LOCKED") : accept({ ...pair, username: found.username });
  });
}
