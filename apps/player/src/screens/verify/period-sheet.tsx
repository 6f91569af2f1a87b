import {
  CheckIcon,
  ListRow,
  OptionPills,
  Sheet,
  Skeleton,
  SkeletonGroup,
  Spinner,
  useReachBottom,
} from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { LastDraw } from "../../features/lobby-games/last-draw.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { historyQuery } from "./proof-queries.ts";
import styles from "./verify.module.css";

interface PeriodSheetProps {
  open: boolean;
  games: readonly LobbyGame[];
  code: string | undefined;
  prize: string | undefined;
  onClose: () => void;
  onChoose: (chosen: { code: string; prize: string }) => void;
}

/** Choice of a game and one of its results. */
export function PeriodSheet({ open, games, code, prize, onClose, onChoose }: PeriodSheetProps) {
  const { t } = useI18n();
  const [picked, setPicked] = useState<string | null>(null);
  const game = games.find(({ gameCode }) => gameCode === (picked ?? code)) ?? games[0];
  return (
    <Sheet open={open} onClose={onClose} title={t("verify.choose")} closeLabel={t("app.close")}>
      {game !== undefined && (
        <div className={styles.sheet}>
          <OptionPills
            label={t("verify.game")}
            items={games.map(({ gameCode, name }) => ({ key: gameCode, label: name }))}
            value={game.gameCode}
            onChange={setPicked}
          />
          <Results
            key={game.gameCode}
            game={game}
            prize={game.gameCode === code ? prize : undefined}
            onChoose={(no) => onChoose({ code: game.gameCode, prize: no })}
          />
        </div>
      )}
    </Sheet>
  );
}

interface ResultsProps {
  game: LobbyGame;
  prize: string | undefined;
  onChoose: (prizeNo: string) => void;
}

function Results({ game, prize, onChoose }: ResultsProps) {
  const { t, dateTime } = useI18n();
  const pages = useInfiniteQuery(historyQuery(game.gameCode));
  const reach = useReachBottom(
    () => void pages.fetchNextPage(),
    pages.hasNextPage && !pages.isFetchingNextPage,
  );
  const results = pages.data?.pages.flatMap((page) => page.list) ?? [];
  if (pages.isPending)
    return (
      <SkeletonGroup label={t("app.loading")} className={styles.loading}>
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={56} />
      </SkeletonGroup>
    );
  if (pages.isError && pages.data === undefined)
    return <FailedState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (results.length === 0) return <p className={styles.none}>{t("play.draw.none")}</p>;
  const next = game.current;
  return (
    <div>
      {next !== null && (
        <ListRow
          title={t("verify.period", { no: next.prizeNo })}
          detail={t("verify.notDrawn")}
          chevron={false}
          onClick={() => onChoose(next.prizeNo)}
        />
      )}
      {results.map((result) => (
        <ListRow
          key={result.prizeNo}
          title={
            <span aria-current={result.prizeNo === prize || undefined}>
              {t("verify.period", { no: result.prizeNo })}
            </span>
          }
          detail={dateTime(result.drawAt)}
          value={
            <span className={styles.chosen}>
              <LastDraw family={game.family} last={result} narrow={game.family !== "five-digits"} />
              {result.prizeNo === prize && <CheckIcon size={18} aria-hidden />}
            </span>
          }
          chevron={false}
          onClick={() => onChoose(result.prizeNo)}
        />
      ))}
      <div ref={reach} className={styles.more}>
        {pages.isFetchingNextPage && <Spinner />}
      </div>
    </div>
  );
}
