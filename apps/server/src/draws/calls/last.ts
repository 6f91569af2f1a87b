import { CALLS } from "@lotus/contract";
import { accept, acceptRaw, bind, type BoundCall, refuse } from "../../http/handler.ts";
import type { Board } from "../board.ts";

/** GET /api/lottery/last/{gameCode}. */
export function lastCall(board: Board): BoundCall<typeof CALLS.last> {
  return bind(CALLS.last, ({ params }) => {
    const game = board.gameOf(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const reply = board.lastOf(game.code);
    return reply === undefined ? accept(null) : acceptRaw(reply);
  });
}
