import type { CurrentPeriod } from "@lotus/contract";
import { DEFAULT_TIME_ZONE } from "@lotus/games";
import { Button, MoonIcon, Strip, useSecondsLeft } from "@lotus/ui";
import { useEffect, useMemo, useState } from "react";
import { saleState } from "../../features/lobby-games/sale-state.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { opensTime } from "../../features/slip/closed-words.ts";
import type { ClosedGame } from "../../features/slip/game-store.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";

/** Whether a game takes no bets now. It changes by itself, as the house says and when its period opens. */
export function useClosedGame(
  game: Pick<LobbyGame, "on"> | undefined,
  current: Pick<CurrentPeriod, "openAt"> | undefined,
  now: () => number,
): ClosedGame | null {
  const isOff = game?.on === false;
  const opensAt = current !== undefined && now() < current.openAt ? current.openAt : null;
  // Renders again when it opens.
  useSecondsLeft(opensAt, now);
  return useMemo(() => {
    if (isOff) return { opensAt: null };
    return opensAt === null ? null : { opensAt };
  }, [isOff, opensAt]);
}

/** Whether the sale of the running draw is over. Renders again when that changes, not each second. */
export function useSaleOver(current: Pick<CurrentPeriod, "closeAt"> | undefined, now: () => number): boolean {
  const [woken, setWoken] = useState(0);
  const closeAt = current?.closeAt ?? null;
  const isOver = closeAt !== null && now() >= closeAt;
  useEffect(() => {
    if (closeAt === null || isOver) return undefined;
    const timer = setTimeout(() => setWoken(woken + 1), Math.min(closeAt - now() + 1, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [closeAt, isOver, now, woken]);
  return isOver;
}

/** A day: browsers fire timers of more than 24 days at once. */
const LONGEST_TIMER_MS = 86_400_000;

interface ClosedStripProps {
  closed: ClosedGame;
  /** The closed game's family and code, and the games to choose another from. */
  of: Pick<LobbyGame, "gameCode" | "family">;
  games: readonly LobbyGame[];
  now: () => number;
}

/** That the game is closed, when it opens by the reader's clock and the house's, and the way to one like it that is open. */
export function ClosedStrip({ closed: { opensAt }, of, games, now }: ClosedStripProps) {
  const { t } = useI18n();
  const opens = useOpens(opensAt);
  const alike = games.find(
    (game) =>
      game.family === of.family && game.gameCode !== of.gameCode && saleState(game, now()).kind === "selling",
  );
  return (
    <Strip
      icon={<MoonIcon size={20} aria-hidden />}
      {...(alike !== undefined && {
        action: (
          <Button
            variant="ghost"
            size="s"
            onClick={() => void navigation.replace(href("game", { code: alike.gameCode }))}
          >
            {alike.name}
          </Button>
        ),
      })}
    >
      <b>{t("play.game.closed")}</b>
      {opens === "" ? ". " : `. ${opens}. `}
      {t("play.game.closedWords")}
    </Strip>
  );
}

/** When a game opens, for readers of another zone also by the house's clock; empty if nobody knows. */
function useOpens(opensAt: number | null): string {
  const words = useI18n();
  const { t, locale } = words;
  const { houseTimeZone: timeZone = DEFAULT_TIME_ZONE } = useAppConfig();
  if (opensAt === null) return "";
  const clockIn = (zone: string | undefined) =>
    new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: zone,
    }).format(opensAt);
  const own = t("app.games.opensAt", { time: opensTime(opensAt, words) });
  const house = clockIn(timeZone);
  return house === clockIn(undefined) ? own : `${own} (${t("play.game.houseTime", { time: house })})`;
}
