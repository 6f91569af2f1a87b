import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../../http/handler.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import { requestOptions } from "../wire.ts";

export function bindPasskeyConfirmOptions({
  db,
  passkeys,
}: AccountsDeps): BoundCall<typeof CALLS.passkeyConfirmOptions> {
  return bind(CALLS.passkeyConfirmOptions, async ({ body: { purpose } }, { caller }) => {
    if (passkeys.settings === null) return refuse("PASSKEYS_OFF");
    const own = (await passkeys.list(db, caller.playerId)).filter(({ suspended }) => !suspended);
    // Without any, the browser would offer those of other accounts.
    if (own.length === 0) return refuse("PASSKEY_UNKNOWN");
    return accept(requestOptions(await passkeys.issueChallenge({ purpose, caller }), passkeys.settings, own));
  });
}
