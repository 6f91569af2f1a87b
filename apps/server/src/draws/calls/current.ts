import { CALLS } from "@lotus/contract";
import { acceptRaw, bind, type BoundCall, refuse } from "../../http/handler.ts";
import type { Board } from "../board.ts";
import type { HouseTime } from "../house-time.ts";
import { currentAt, type PublishedPeriod } from "../result.ts";

/** GET /api/lottery/current/{gameCode}. */
export function currentCall(board: Board, time: HouseTime): BoundCall {
  return bind(CALLS.current, ({ params }) => {
    const game = board.gameOf(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const at = time.at();
    const known = typeof at === "number" ? board.currentOf(game.code, at) : undefined;
    return known !== undefined && typeof at === "number" ? acceptRaw(jsonOf(known, at)) : lookAgain(at);

    async function lookAgain(at: number | Promise<number>) {
      const now = await at;
      let period = board.currentOf(params.gameCode, now);
      if (period === undefined && game !== undefined) {
        await board.refresh(game, now);
        period = board.currentOf(game.code, now);
      }
      return period === undefined ? refuse("PERIOD_UNKNOWN") : acceptRaw(jsonOf(period, now));
    }
  });
}

function jsonOf(period: PublishedPeriod, now: number): string {
  return JSON.stringify(currentAt(period, now));
}
