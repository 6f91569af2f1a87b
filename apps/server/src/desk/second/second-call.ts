import { DESK_CALLS, permissionOf, SECOND_ACTIONS, secondKind } from "@lotus/contract/desk";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { withBreaks } from "../players/players.ts";
import { listSecond } from "./second.ts";

/** Lists what waits for a second person, limited to what the role may decide. */
export function secondCall({ db }: DeskDeps): BoundCall<typeof DESK_CALLS.second> {
  return bind(DESK_CALLS.second, async (_request, { caller }) => {
    const kinds = secondKind.options.filter(
      (kind) => permissionOf(SECOND_ACTIONS[kind], caller.role).allowed,
    );
    return accept({ list: await withBreaks(db, await listSecond(db, kinds)) });
  });
}
