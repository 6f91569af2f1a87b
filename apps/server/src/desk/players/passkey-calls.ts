import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { playerStatus } from "../../accounts/accounts.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { nameOf, readPlayer } from "./players.ts";

/** A player's passkeys as the desk sees them: names that players gave them are the players' own. */
export function passkeyCalls(deps: DeskDeps) {
  const { db, services } = deps;
  return {
    playerPasskeys: bind(DESK_CALLS.playerPasskeys, async ({ params }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const passkeys = await services.accounts.passkeysOf(db, id);
      const list = passkeys.map(({ id: passkeyId, kind, provider, createdAt, lastUsedAt, suspended }) => ({
        id: String(passkeyId),
        kind,
        provider,
        createdAt,
        lastUsedAt,
        suspended,
      }));
      return accept({ list, nextCursor: null, total: list.length });
    }),
    removePlayerPasskey: removeCall(deps),
  };
}

function removeCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.removePlayerPasskey> {
  const { auditedActions, services, config } = deps;
  return bind(DESK_CALLS.removePlayerPasskey, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const auditedAction = {
      action: "player.removePasskey",
      subject: `player ${id}`,
      reason: body.reason,
      detail: { passkey: body.passkey_id },
    } as const;
    let notify = (): void => undefined;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const status = await playerStatus(tx, id);
      const { allowed } = permissionOf("player.removePasskey", context.caller.role, undefined, status);
      if (!allowed) return refuse("PLAYER_STATE_REFUSES");
      const removed = await services.accounts.removePasskey(tx, id, BigInt(body.passkey_id));
      if (removed === null) return refuse("RECORD_UNKNOWN");
      // The player's language is not known here: the mail is in the house's.
      notify = () => removed.notify(config.fallbackLocale);
      return accept({});
    });
    if (!done.ok) return done;
    notify();
    services.notify();
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}
