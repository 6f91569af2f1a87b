import { DESK_CALLS } from "@lotus/contract/desk";
import { matchLocale } from "@lotus/locales";
import { accept, bind, refuse } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { nameOf } from "./players.ts";

const REFUSALS = { unknown: "RECORD_UNKNOWN", over: "STATE_REFUSES", stopped: "MONEY_STOPPED" } as const;

/** A player's chases, and ending one. */
export function chaseCalls({ db, auditedActions, services }: DeskDeps) {
  const { chases } = services;
  return {
    playerChases: bind(DESK_CALLS.playerChases, async ({ params }, { locale }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const found = await chases.chasesOf(id, matchLocale(locale) ?? "en-US");
      return accept({ list: found.map((chase) => ({ ...chase, id: chase.chaseNo })), nextCursor: null });
    }),
    endPlayerChase: bind(DESK_CALLS.endPlayerChase, async ({ params, body }, context) => {
      const id = BigInt(params.id);
      const { chase_no: chaseNo } = body;
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const auditedAction = {
        action: "player.endChase",
        subject: `player ${id}`,
        reason: body.reason,
        detail: { chase: chaseNo },
      } as const;
      const done = await auditedActions.once(context, auditedAction, async (tx) => {
        const outcome = await chases.endAtDesk(tx, id, chaseNo);
        return outcome === "ended" ? accept({}) : refuse(REFUSALS[outcome]);
      });
      if (!done.ok) return done;
      services.notify();
      return accept({ id: chaseNo });
    }),
  };
}
