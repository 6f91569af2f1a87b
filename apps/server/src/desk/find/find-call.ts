import { DESK_CALLS, permissionOf, type Action, type Found } from "@lotus/contract/desk";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { withBreaks } from "../players/players.ts";
import { findByNumber } from "./find.ts";

const READ: Readonly<Record<Found["kind"], Action>> = {
  recharge: "recharge.read",
  withdrawal: "withdrawal.read",
  bet: "player.read",
  period: "period.read",
  player: "player.read",
  conversation: "conversation.read",
};

/** Finds anything by its number, limited to what the role may read. */
export function findCall(deps: DeskDeps): BoundCall<typeof DESK_CALLS.find> {
  return bind(DESK_CALLS.find, async ({ body }, context) => {
    const list = await withBreaks(deps.db, await findByNumber(deps, body.text, context));
    const { role } = context.caller;
    return accept({ list: list.filter(({ kind }) => permissionOf(READ[kind], role).allowed) });
  });
}
