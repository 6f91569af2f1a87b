import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useLiveState } from "../../live/live-events.ts";
import { GameCard } from "../../features/game-card.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./home.module.css";

/** Every game, in two columns. */
export function GamesGrid({ games }: { games: readonly LobbyGame[] }) {
  const offline = useLiveState() === "offline";
  return (
    <div className={styles.grid}>
      {games.map((game, at) => (
        // An odd last card takes the full row.
        <GameCard
          key={game.gameCode}
          game={game}
          offline={offline}
          wide={at % 2 === 0 && at === games.length - 1}
        />
      ))}
    </div>
  );
}

const BOXES = [0, 1, 2, 3, 4, 5];

export function GamesGridSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.grid}>
      {BOXES.map((box) => (
        <div key={box} className={styles.box}>
          <div className={styles.boxHead}>
            <Skeleton width={44} height={44} radius={12} />
            <div className={styles.boxWords}>
              <Skeleton width="80%" height={12} />
              <Skeleton width="60%" height={18} />
            </div>
          </div>
          <Skeleton width="80%" height={20} radius={10} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
