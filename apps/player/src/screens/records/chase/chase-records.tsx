import type { ChaseRecord } from "@lotus/contract";
import {
  Button,
  Card,
  IconButton,
  ListRow,
  NavBar,
  Pill,
  Progress,
  RefreshIcon,
  Skeleton,
  SkeletonGroup,
  StateScreen,
} from "@lotus/ui";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LotusPond } from "../../../artwork/lotus-pond.tsx";
import { FailedState } from "../../../components/failed-state.tsx";
import { PullToRefresh } from "../../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../../components/pull-to-refresh/use-refresh.ts";
import { ALL_GAMES, chasePagesQuery, CHASES_KEY } from "../../../features/chase/chase-queries.ts";
import { gamesQuery } from "../../../features/game-data/queries.ts";
import { TileIcon } from "../../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { RecordChoice } from "../../../features/record-list/record-choice.tsx";
import { RecordPanes } from "../../../features/record-list/record-panes.tsx";
import { RecordEnd } from "../../../features/record-list/record-end.tsx";
import { useLiveEvent } from "../../../live/live-events.ts";
import { navigation } from "../../../shell/navigation.ts";
import { behindPaint } from "../../../shell/next-paint.ts";
import { href, type ScreenProps } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { ChaseDetail } from "./chase-detail.tsx";
import styles from "./chase-records.module.css";
import { linesName, STATE_TONES, STATE_WORDS } from "./chase-words.ts";

const STATES = ["running", "ended"] as const;

/** The player's chases by game and state, and one of them in detail. */
// One page: its filters, list and detail.
// oxlint-disable-next-line max-lines-per-function
export function Screen({ query }: ScreenProps<{ code?: string | undefined; no?: string | undefined }>) {
  const { t } = useI18n();
  const [gameCode, setGameCode] = useState(query.code);
  const [state, setState] = useState<(typeof STATES)[number] | undefined>();
  const [shown, setShown] = useState<string | undefined>(query.no);
  const games = useQuery(gamesQuery).data?.list ?? [];
  const client = useQueryClient();
  const pages = useInfiniteQuery(chasePagesQuery({ gameCode: gameCode ?? ALL_GAMES, state }));
  const list = pages.data?.pages.flatMap((page) => page.list) ?? [];
  const refresh = useRefresh();
  const renew = () => void client.invalidateQueries({ queryKey: CHASES_KEY });
  useLiveEvent("chase", renew);
  // What its bets win has an event of the order alone.
  useLiveEvent("order", renew);
  return (
    <>
      <NavBar
        title={t("app.page.chaseRecords")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          <IconButton
            label={t("money.records.refresh")}
            aria-busy={refresh.busy}
            icon={<RefreshIcon size={20} />}
            onClick={refresh.onRefresh}
          />
        }
      />
      <RecordPanes
        open={shown !== undefined}
        detail={<ChaseDetail chaseNo={shown} games={games} onClose={() => setShown(undefined)} />}
      >
        <PullToRefresh {...refresh}>
          <div className={styles.page}>
            <div className={styles.choices}>
              <RecordChoice
                title={t("play.records.allGames")}
                all={t("play.records.allGames")}
                items={games.map((game) => ({ key: game.gameCode, label: game.name }))}
                value={gameCode}
                onChange={setGameCode}
              />
              <RecordChoice
                title={t("play.records.status")}
                all={t("play.records.allStatuses")}
                items={STATES.map((each) => ({ key: each, label: t(STATE_WORDS[each]) }))}
                value={state}
                onChange={setState}
              />
            </div>
            {pages.isPending && <Loading />}
            {pages.isError && pages.data === undefined && (
              <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
            )}
            {pages.isSuccess && list.length === 0 && <Empty />}
            {list.length > 0 && (
              <>
                <Card padding="none">
                  {list.map((chase) => (
                    <ChaseRow
                      key={chase.chaseNo}
                      chase={chase}
                      game={games.find((game) => game.gameCode === chase.gameCode)}
                      current={chase.chaseNo === shown}
                      onShow={() => behindPaint(setShown)(chase.chaseNo)}
                    />
                  ))}
                </Card>
                <RecordEnd
                  more={pages.hasNextPage}
                  busy={pages.isFetchingNextPage}
                  failed={pages.isFetchNextPageError}
                  onMore={() => void pages.fetchNextPage()}
                />
              </>
            )}
          </div>
        </PullToRefresh>
      </RecordPanes>
    </>
  );
}

function ChaseRow({
  chase,
  game,
  current,
  onShow,
}: {
  chase: ChaseRecord;
  game: LobbyGame | undefined;
  current: boolean;
  onShow: () => void;
}) {
  const words = useI18n();
  const { t, money, number, dateTime } = words;
  const { state, placed, missed, periods, held, total } = chase;
  return (
    <ListRow
      icon={game === undefined ? <span className={styles.noIcon} /> : <TileIcon game={game} size={40} />}
      title={linesName(chase, words)}
      detail={`${game?.name ?? chase.gameCode} · ${dateTime(chase.time)}`}
      value={money(total)}
      status={<Pill tone={STATE_TONES[state]}>{t(STATE_WORDS[state])}</Pill>}
      foot={
        <span className={styles.progress}>
          <Progress value={(placed + missed) / periods} />
          <span>
            {t("chase.row", { done: number(placed + missed), all: number(periods) })}
            {state !== "ended" && ` · ${t("chase.held", { amount: money(held) })}`}
          </span>
        </span>
      }
      chevron={false}
      current={current}
      onClick={onShow}
    />
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={88} radius={16} />
      ))}
    </SkeletonGroup>
  );
}

function Empty() {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("chase.records.empty")}
      action={
        <Button onClick={() => void navigation.switchTab(href("lobby"))}>{t("play.records.toGames")}</Button>
      }
    >
      {t("chase.records.emptyWords")}
    </StateScreen>
  );
}
