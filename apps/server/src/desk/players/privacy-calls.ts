import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { instantText, playerStatus } from "../../accounts/accounts.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { deskPage } from "../lists.ts";
import { nameOf, readPlayer } from "./players.ts";
import * as sql from "./players.sql.ts";

/** What the desk does with an account and its data as a whole, on the player's word; and what was erased by itself. */
export function privacyCalls(deps: DeskDeps) {
  return {
    closePlayer: closeCall(deps),
    exportPlayer: exportCall(deps),
    retentionRuns: bind(DESK_CALLS.retentionRuns, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => deps.services.privacy.retention.runs(at));
      const list = rows.map((row) => ({ ...row, id: String(row.id), run: String(row.run) }));
      return accept({ list, nextCursor });
    }),
  };
}

function closeCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.closePlayer> {
  const { db, auditedActions, services } = deps;
  return bind(DESK_CALLS.closePlayer, async ({ params, body: { reason } }, context) => {
    const id = BigInt(params.id);
    const { operatorId, role } = context.caller;
    // Where the player's word can be read again, as long as the conversation is kept.
    const [line] = await db.query<{ id: bigint }>(sql.NEWEST_LINE, [id]);
    const auditedAction = {
      action: "player.close",
      subject: `player ${id}`,
      reason,
      detail: { line: line === undefined ? null : String(line.id) },
    } as const;
    let notify = (): void => undefined;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const status = await playerStatus(tx, id);
      if (!permissionOf("player.close", role, status).allowed) return refuse("STATE_REFUSES");
      const closing = await services.privacy.close(tx, id, { operatorId, reason });
      if (closing.outcome === "balance-left")
        return refuse("BALANCE_LEFT", { values: { left: closing.left } });
      if (closing.outcome === "bets-running") return refuse("BETS_RUNNING");
      if (closing.outcome !== "done") return refuse("RECORD_UNKNOWN");
      ({ notify } = closing);
      return accept({});
    });
    if (!done.ok) return done;
    notify();
    services.notify();
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}

function exportCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.exportPlayer> {
  const { auditedActions, services, config } = deps;
  return bind(DESK_CALLS.exportPlayer, async ({ params, body: { reason } }, context) => {
    const id = BigInt(params.id);
    const { operatorId, role } = context.caller;
    const auditedAction = { action: "player.export", subject: `player ${id}`, reason } as const;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      if ((await nameOf(tx, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const { allowed } = permissionOf("player.export", role, undefined, await playerStatus(tx, id));
      if (!allowed) return refuse("PLAYER_STATE_REFUSES");
      // The player's language is not known here: they read the page in the house's.
      const asking = await services.privacy.exports.ask(tx, {
        playerId: id,
        operatorId,
        locale: config.fallbackLocale,
      });
      if (asking.outcome === "making") return refuse("EXPORT_MAKING");
      if (asking.outcome === "unknown") return refuse("PLAYER_STATE_REFUSES");
      if (asking.outcome === "too-often") {
        const next = instantText(asking.nextAt, context.locale, config.timeZone);
        return refuse("EXPORT_TOO_OFTEN", { values: { count: services.privacy.exportsADay, next } });
      }
      return accept({});
    });
    if (!done.ok) return done;
    services.privacy.exports.wake();
    const player = await readPlayer(deps, id);
    return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
  });
}
