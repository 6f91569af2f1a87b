import { CALLS } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import { acceptRaw, bind, type BoundCall } from "../../http/handler.ts";
import { prepareReply, type PreparedReply } from "../../http/prepared-reply.ts";
import type { Board } from "../board.ts";
import type { ServerClock } from "../server-clock.ts";
import { currentAt } from "../result.ts";

/** The name of a game in a locale. */
export type NameOf = (game: GameCode, locale: string) => string;

/** How long a reply is cached: its `serverTime` is at most this old. */
const SERVES_MS = 20;

/** GET /api/lottery/games. One reply per locale is shared by all requests within a moment. */
export function gamesCall(
  board: Board,
  time: ServerClock,
  nameOf: NameOf,
  isOn: (game: GameCode) => boolean,
): BoundCall<typeof CALLS.games> {
  const replies = new Map<
    string,
    { readonly at: number; readonly version: number; readonly reply: PreparedReply }
  >();
  const cachedAt = (locale: string, now: number): PreparedReply | undefined => {
    const cached = replies.get(locale);
    const serves =
      cached !== undefined &&
      cached.version === board.version &&
      now >= cached.at &&
      now - cached.at < SERVES_MS;
    return serves ? cached.reply : undefined;
  };
  const makeAt = (locale: string, now: number): PreparedReply => {
    const list = board.games.map((game) => {
      const current = board.currentOf(game.code, now);
      return {
        gameCode: game.code,
        name: nameOf(game.code, locale),
        family: game.family,
        cycleMinutes: game.cycleMinutes,
        on: isOn(game.code),
        current: current === undefined ? null : currentAt(current, now),
        last: board.resultsOf(game.code)[0] ?? null,
      };
    });
    const reply = prepareReply({ data: { serverTime: now, list } });
    replies.set(locale, { at: now, version: board.version, reply });
    return reply;
  };
  return bind(CALLS.games, (_request, { locale }) => {
    const at = time.at();
    const cached = typeof at === "number" ? cachedAt(locale, at) : undefined;
    return cached === undefined ? reload(at, locale) : acceptRaw(cached);
  });

  async function reload(at: number | Promise<number>, locale: string) {
    const now = await at;
    // Queries only if the clock has leapt ahead of the cached periods.
    for (const game of board.games)
      if (board.currentOf(game.code, now) === undefined) await board.refresh(game, now);
    return acceptRaw(cachedAt(locale, now) ?? makeAt(locale, now));
  }
}
