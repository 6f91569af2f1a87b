import { CALLS } from "@lotus/contract";
import { findGame, type GameCode } from "@lotus/games";
import { matchLocale, type Locale } from "@lotus/locales";
import { acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { PreparedReply } from "../../http/prepared-reply.ts";

/** GET /api/lottery/rule/{gameCode}. */
export function ruleCall(
  replyOf: (game: GameCode, locale: Locale) => PreparedReply,
): BoundCall<typeof CALLS.rule> {
  return bind(CALLS.rule, ({ params }, { locale }) => {
    const game = findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    return acceptRaw(replyOf(game.code, matchLocale(locale) ?? "vi-VN"));
  });
}
