import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall, refuse } from "../../http/handler.ts";
import { type Board, RESULTS_KEPT } from "../board.ts";

const PAGE_SIZE = 20;

/** GET /api/lottery/history/{gameCode}. The cursor is the draw time of the last result shown. */
export function historyCall(board: Board): BoundCall<typeof CALLS.history> {
  return bind(CALLS.history, async ({ params, query }) => {
    const game = board.gameOf(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const size = query.page_size ?? PAGE_SIZE;
    // An invalid cursor reads from the start.
    const before = /^\d{1,15}$/.test(query.cursor ?? "") ? Number(query.cursor) : null;
    const cached = board.resultsOf(game.code).filter(({ drawAt }) => before === null || drawAt < before);
    // Fewer results than requested: either there are no more, or they are not cached.
    const enough = cached.length > size || board.resultsOf(game.code).length < RESULTS_KEPT;
    const found = enough ? cached : await board.resultsBefore(game, before, size + 1);
    const list = found.slice(0, size);
    const last = list.at(-1);
    return accept({
      list,
      nextCursor: found.length > size && last !== undefined ? String(last.drawAt) : null,
    });
  });
}
