import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../../http/handler.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import { MAX_PASSKEYS } from "../passkeys.ts";
import { base64url, wirePasskey } from "../wire.ts";
import { TRANS_PASSWORD_AFTER_DAYS } from "./reset-trans-pwd.ts";

export function bindPasskeys({ db, passkeys }: AccountsDeps): BoundCall<typeof CALLS.passkeys> {
  return bind(CALLS.passkeys, async (_request, { caller }) => {
    const list = await passkeys.list(db, caller.playerId);
    const [first] = list;
    const { settings } = passkeys;
    return accept({
      list: list.map(wirePasskey),
      max: MAX_PASSKEYS,
      resetAfterDays: TRANS_PASSWORD_AFTER_DAYS,
      signal:
        settings === null || first === undefined
          ? null
          : {
              rpId: settings.rpId,
              userId: base64url(first.handle),
              allAcceptedCredentialIds: list
                .filter(({ suspended }) => !suspended)
                .map(({ credentialId }) => base64url(credentialId)),
            },
    });
  });
}
