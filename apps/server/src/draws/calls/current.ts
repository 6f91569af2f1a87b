import { CALLS } from "@lotus/contract";
import { acceptRaw, bind, type BoundCall, refuse } from "../../http/handler.ts";
import { prepareReply, type PreparedReply } from "../../http/prepared-reply.ts";
import type { Board } from "../board.ts";
import type { ServerClock } from "../server-clock.ts";
import { currentAt, type PublishedPeriod } from "../result.ts";

/** GET /api/lottery/current/{gameCode}. */
export function currentCall(board: Board, time: ServerClock): BoundCall<typeof CALLS.current> {
  // Requests in the same millisecond share a reply.
  const cached = new Map<string, Cached>();
  const replyAt = (game: string, period: PublishedPeriod, at: number): PreparedReply => {
    const last = cached.get(game);
    if (last !== undefined && last.period === period && last.at === at) return last.reply;
    const reply = prepareReply({ data: currentAt(period, at) });
    cached.set(game, { period, at, reply });
    return reply;
  };
  return bind(CALLS.current, ({ params }) => {
    const game = board.gameOf(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const at = time.at();
    const known = typeof at === "number" ? board.currentOf(game.code, at) : undefined;
    return known !== undefined && typeof at === "number"
      ? acceptRaw(replyAt(game.code, known, at))
      : reload(at);

    async function reload(at: number | Promise<number>) {
      const now = await at;
      let period = board.currentOf(params.gameCode, now);
      if (period === undefined && game !== undefined) {
        await board.refresh(game, now);
        period = board.currentOf(game.code, now);
      }
      return period === undefined
        ? refuse("PERIOD_UNKNOWN")
        : acceptRaw(prepareReply({ data: currentAt(period, now) }));
    }
  });
}

interface Cached {
  readonly period: PublishedPeriod;
  readonly at: number;
  readonly reply: PreparedReply;
}
