import { serverClock } from "../../api/server-clock.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";
import type { ClosedGame } from "./game-store.ts";

/** That a game is closed, in a few words: when it opens, if that is known. */
export function closedWords({ opensAt }: ClosedGame, words: Pick<I18n, "t" | "clock" | "dateTime">): string {
  const { t } = words;
  return opensAt === null
    ? t("play.game.closed")
    : t("app.games.opensAt", { time: opensTime(opensAt, words) });
}

/** An instant as time of day, with the day if that is not today's. */
export function opensTime(at: number, { clock, dateTime }: Pick<I18n, "clock" | "dateTime">): string {
  const isToday = new Date(at).toDateString() === new Date(serverClock.now()).toDateString();
  return isToday ? clock(at) : dateTime(at);
}
