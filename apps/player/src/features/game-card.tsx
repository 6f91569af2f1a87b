import { memo } from "react";
import { shortNo } from "./draw/draw-phase.ts";
import { LastDraw } from "./lobby-games/last-draw.tsx";
import { SaleClock } from "./lobby-games/sale-clock.tsx";
import { TileIcon } from "./lobby-games/tile-icon.tsx";
import type { LobbyGame } from "./lobby-games/use-games.ts";
import { navigation } from "../shell/navigation.ts";
import { href } from "../shell/routes.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import styles from "./game-card.module.css";

interface GameCardProps {
  game: LobbyGame;
  offline: boolean;
  /** Full width: the last result is shown completely. */
  wide?: boolean;
}

/**
 * A game on half a phone's width: picture, time until sales close, last result. Each second only the countdown renders;
 * the card renders when other data of its game changes.
 */
export const GameCard = memo(function GameCard({ game, offline, wide = false }: GameCardProps) {
  const { t } = useI18n();
  const to = href("game", { code: game.gameCode });
  return (
    <a
      href={to}
      className={styles.card}
      onClick={(event) => {
        event.preventDefault();
        void navigation.push(to);
      }}
    >
      <span className={styles.head}>
        <TileIcon game={game} />
        <span className={styles.what}>
          <span className={styles.name}>{game.name}</span>
          <SaleClock game={game} offline={offline} caption />
        </span>
      </span>
      <span className={styles.last}>
        {game.last === null ? (
          t("play.draw.none")
        ) : (
          <>
            <LastDraw family={game.family} last={game.last} narrow={!wide} />
            <span className={styles.no} aria-hidden>
              {shortNo(game.last.prizeNo)}
            </span>
          </>
        )}
      </span>
    </a>
  );
});
