import type { DrawResult } from "@lotus/contract";
import { Card, IconButton, Skeleton, SkeletonGroup, StarIcon } from "@lotus/ui";
import { memo } from "react";
import { useLiveState } from "../../live/live-events.ts";
import { factWords } from "../../features/draw/fact-words.ts";
import { LastDraw } from "../../features/lobby-games/last-draw.tsx";
import { OfflineStrip } from "../../features/lobby-games/offline-strip.tsx";
import { SaleClock } from "../../features/lobby-games/sale-clock.tsx";
import { TileIcon } from "../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { useFavourites } from "./favourites.ts";
import { FAMILIES, FAMILY_NAMES } from "./family-chips.tsx";
import styles from "./lobby.module.css";

/** The games, grouped by family. */
export function GameGroups({ games }: { games: readonly LobbyGame[] }) {
  const { t } = useI18n();
  const offline = useLiveState() === "offline";
  return (
    <div className={styles.groups}>
      <OfflineStrip />
      {FAMILIES.map((family) => {
        const ofFamily = games.filter((game) => game.family === family);
        if (ofFamily.length === 0) return null;
        return (
          <section key={family} className={styles.family} aria-labelledby={`lobby-${family}`}>
            <h2 id={`lobby-${family}`}>{t(FAMILY_NAMES[family])}</h2>
            <Card padding="none">
              {ofFamily.map((game) => (
                <div key={game.gameCode} className={styles.line}>
                  <GameRow game={game} offline={offline} />
                  <Star game={game} />
                </div>
              ))}
            </Card>
          </section>
        );
      })}
    </div>
  );
}

interface GameRowProps {
  game: LobbyGame;
  offline: boolean;
}

const GameRow = memo(function GameRow({ game, offline }: GameRowProps) {
  const { t } = useI18n();
  const to = href("game", { code: game.gameCode });
  return (
    <a
      href={to}
      className={styles.row}
      onClick={(event) => {
        event.preventDefault();
        void navigation.push(to);
      }}
    >
      <TileIcon game={game} size={48} />
      <span className={styles.body} data-family={game.family}>
        <span className={styles.name}>{game.name}</span>
        <SaleClock game={game} offline={offline} caption align="end" />
        <span className={styles.last}>
          {game.last === null ? (
            t("play.draw.none")
          ) : (
            <>
              <LastDraw family={game.family} last={game.last} />
              <span>{sidesOf(game.last, t)}</span>
            </>
          )}
        </span>
      </span>
    </a>
  );
});

function Star({ game }: { game: LobbyGame }) {
  const { t } = useI18n();
  const { isStarred, setStar } = useFavourites();
  const on = isStarred(game.gameCode);
  return (
    <IconButton
      className={on ? styles.starred : styles.star}
      label={t(on ? "app.lobby.unstar" : "app.lobby.star", { game: game.name })}
      icon={<StarIcon size={20} fill={on ? "currentColor" : "none"} />}
      onClick={() => setStar(game.gameCode, !on)}
    />
  );
}

/** The words beside a drawn result: its sides, and the sum of dice, since pips are slow to add. */
function sidesOf(last: DrawResult, t: I18n["t"]): string {
  const { sum, sides } = factWords(last, t);
  return [last.facts["family"] === "dice" ? sum : undefined, sides]
    .filter((word) => word !== undefined)
    .join(" · ");
}

const ROWS = [0, 1, 2, 3, 4];

export function GameGroupsSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={76} radius={16} />
      ))}
    </SkeletonGroup>
  );
}
