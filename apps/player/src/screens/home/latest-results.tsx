import { Card, ShieldCheckIcon } from "@lotus/ui";
import { shortNo } from "../../features/draw/draw-phase.ts";
import { LastDraw } from "../../features/lobby-games/last-draw.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./home.module.css";

/**
 * The last result of each game, newest first, each with a link to verify it. A game without a draw shows when the first
 * one is due, the soonest first.
 */
export function LatestResults({ games }: { games: readonly LobbyGame[] }) {
  const { t, clock } = useI18n();
  const drawn = games
    .flatMap((game) => (game.last === null ? [] : [{ game, last: game.last }]))
    .sort((a, b) => b.last.drawAt - a.last.drawAt);
  const awaited = games
    .flatMap(({ gameCode, name, last, current }) =>
      last === null && current !== null ? [{ gameCode, name, drawAt: current.drawAt }] : [],
    )
    .sort((a, b) => a.drawAt - b.drawAt);
  if (drawn.length === 0 && awaited.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="home-results">
      <header className={styles.head}>
        <h2 id="home-results">{t("app.home.latest")}</h2>
      </header>
      <Card padding="none">
        <ul>
          {drawn.map(({ game, last }) => {
            const to = href("verify", { code: game.gameCode, prize: last.prizeNo });
            return (
              <li key={game.gameCode} className={styles.result}>
                <a
                  href={to}
                  onClick={(event) => {
                    event.preventDefault();
                    void navigation.push(to);
                  }}
                >
                  <span className={styles.resultOf}>
                    <b>{game.name}</b>
                    <span>
                      {t("app.home.drawnAt", { no: shortNo(last.prizeNo), time: clock(last.drawAt) })}
                    </span>
                    <span className={styles.verify}>
                      <ShieldCheckIcon size={16} aria-hidden />
                      {t("app.home.verify")}
                    </span>
                  </span>
                  <LastDraw family={game.family} last={last} />
                </a>
              </li>
            );
          })}
          {awaited.map(({ gameCode, name, drawAt }) => (
            <li key={gameCode} className={styles.result}>
              <p className={styles.awaited}>
                <b>{name}</b>
                <span>{t("app.home.firstDraw", { time: clock(drawAt) })}</span>
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
