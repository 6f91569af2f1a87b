import { DESK_CALLS, permissionOf, type Action, type Found } from "@lotus/contract/desk";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { DeskRoom } from "../room.ts";
import { findByNumber } from "./find.ts";

const READ: Readonly<Record<Found["kind"], Action>> = {
  recharge: "recharge.read",
  withdrawal: "withdrawal.read",
  bet: "player.read",
  period: "period.read",
  player: "player.read",
  conversation: "conversation.read",
};

/** Finds anything by its number, as far as the role may read it. */
export function findCall(room: DeskRoom): BoundCall {
  return bind(DESK_CALLS.find, async ({ body }, { caller }) => {
    const list = await findByNumber(room, body.text.trim());
    return accept({ list: list.filter(({ kind }) => permissionOf(READ[kind], caller.role).allowed) });
  });
}
