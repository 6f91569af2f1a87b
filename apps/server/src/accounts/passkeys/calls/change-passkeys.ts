import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../../http/handler.ts";
import type { AccountsDeps } from "../../accounts-deps.ts";
import { proveOwner } from "../prove-owner.ts";
import { removePasskeyIn } from "../remove-passkey.ts";
import { wirePasskey } from "../wire.ts";

export function bindRenamePasskey({ db, passkeys }: AccountsDeps): BoundCall<typeof CALLS.renamePasskey> {
  return bind(CALLS.renamePasskey, async ({ body }, { caller: { playerId } }) => {
    const id = BigInt(body.passkey_id);
    if (!(await passkeys.rename(db, playerId, id, body.name))) return refuse("PASSKEY_UNKNOWN");
    const renamed = (await passkeys.list(db, playerId)).find((passkey) => passkey.id === id);
    return renamed === undefined ? refuse("PASSKEY_UNKNOWN") : accept(wirePasskey(renamed));
  });
}

/** Removes a passkey, with the sessions it opened: whoever removes one mostly has lost what it was kept on. */
export function bindRemovePasskey(deps: AccountsDeps): BoundCall<typeof CALLS.removePasskey> {
  const { db } = deps;
  return bind(CALLS.removePasskey, async ({ body }, { caller, locale }) => {
    const refused = await proveOwner(deps, { caller, locale }, { purpose: "removePasskey", ...body });
    if (refused !== undefined) return refused;
    const removed = await db.transaction((tx) =>
      removePasskeyIn(tx, deps, {
        playerId: caller.playerId,
        passkeyId: BigInt(body.passkey_id),
        except: caller.familyId,
      }),
    );
    if (removed === null) return refuse("PASSKEY_UNKNOWN");
    removed.notify(locale);
    return accept({ ended: removed.ended });
  });
}
