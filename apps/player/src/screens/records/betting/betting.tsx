import type { BetState } from "@lotus/contract";
import { Button, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FailedState } from "../../../components/failed-state.tsx";
import { ALL_GAMES, type BetFilter, gamesQuery, largeBetPage } from "../../../features/game-data/queries.ts";
import { daysName, type RecordDays } from "../../../features/game-data/record-days.ts";
import { PullToRefresh } from "../../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../../components/pull-to-refresh/use-refresh.ts";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { LossOffer } from "../../../features/protection/loss-offer.tsx";
import { NotFound } from "../../../features/record-list/not-found.tsx";
import { NumberSearch } from "../../../features/record-list/number-search.tsx";
import { RangeChoice } from "../../../features/record-list/range-choice.tsx";
import { RecordBar } from "../../../features/record-list/record-bar.tsx";
import { RecordPanes } from "../../../features/record-list/record-panes.tsx";
import { RecordEnd } from "../../../features/record-list/record-end.tsx";
import { useNumberSearch } from "../../../features/record-list/use-number-search.ts";
import { LotusPond } from "../../../artwork/lotus-pond.tsx";
import { seeResults, useUnseenResults } from "../../../session/result-news.ts";
import { navigation } from "../../../shell/navigation.ts";
import { behindPaint } from "../../../shell/next-paint.ts";
import { href, type ScreenProps } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { betColumns } from "./bet-columns.ts";
import { BetDetail } from "./bet-detail.tsx";
import { BetDays } from "./bet-days.tsx";
import { CancelSeveral } from "./cancel-several.tsx";
import styles from "./betting.module.css";
import { Filters } from "./filters.tsx";
import { isOpen } from "./status.ts";
import { Sums } from "./sums.tsx";
import { useBetPages } from "./use-bet-pages.ts";

interface BettingQuery {
  code?: string | undefined;
  order?: string | undefined;
  from?: "result" | undefined;
}

/** The player's bets by date, game and state, or one by its number; with sums, and one of them in detail. */
export function Screen({ query }: ScreenProps<BettingQuery>) {
  const words = useI18n();
  const [days, setDays] = useState<RecordDays>("today");
  const search = useNumberSearch(query.order);
  const [gameCode, setGameCode] = useState(query.code ?? ALL_GAMES);
  const [state, setState] = useState<BetState | undefined>();
  const [shown, setShown] = useState<string | null>(query.order ?? null);
  const games = useQuery(gamesQuery).data?.list ?? [];
  const filter = { gameCode, days, state, orderNo: search.orderNo };
  const { pages, orders, isShown } = useBetPages(filter);
  useSeeResults(pages.isSuccess);
  const order = orders.find((each) => each.orderNo === shown);
  const refresh = useRefresh();
  return (
    <>
      <RecordBar
        title={words.t("play.records.title")}
        searching={search.open}
        onSearch={search.toggle}
        refreshing={refresh.busy}
        onRefresh={refresh.onRefresh}
        file={orders.length === 0 ? undefined : fileOf(filter, betColumns(games, words))}
      />
      <RecordPanes
        open={order !== undefined}
        detail={
          <BetDetail
            order={order}
            games={games}
            afterResult={query.from === "result"}
            onClose={() => setShown(null)}
          />
        }
      >
        <PullToRefresh {...refresh}>
          <div className={styles.page}>
            {search.open ? (
              <NumberSearch label={words.t("play.detail.orderNo")} letters={["B"]} onFind={search.find} />
            ) : (
              <>
                <RangeChoice days={days} onChange={setDays} />
                <Filters
                  games={games}
                  days={days}
                  onDays={setDays}
                  gameCode={gameCode}
                  onGame={setGameCode}
                  state={state}
                  onState={setState}
                >
                  <CancelSeveral offered={orders.some(isOpen)} games={games} />
                </Filters>
                {isShown && <LossOffer />}
              </>
            )}
            <FoundBets
              isShown={isShown}
              pages={pages}
              orders={orders}
              games={games}
              shown={order?.orderNo}
              onShow={behindPaint(setShown)}
              onStopSearch={search.orderNo === undefined ? undefined : search.toggle}
            />
          </div>
        </PullToRefresh>
      </RecordPanes>
    </>
  );
}

/** All bets of a filter, as a file. */
function fileOf(filter: BetFilter, columns: ReturnType<typeof betColumns>) {
  return {
    name: `bets-${daysName(filter.days)}`,
    columns,
    pageOf: (cursor: string | undefined) => largeBetPage(filter, cursor),
  };
}

interface FoundBetsProps extends ReturnType<typeof useBetPages> {
  games: readonly LobbyGame[];
  /** The bet that is shown beside the list. */
  shown: string | undefined;
  onShow: (orderNo: string) => void;
  /** Ends the search by number; undefined while there is none. */
  onStopSearch: (() => void) | undefined;
}

/** The list in each of its states, with its sums above and its end below. */
function FoundBets(props: FoundBetsProps) {
  const { isShown, pages, orders, games, shown, onShow, onStopSearch } = props;
  const sum = pages.data?.pages[0]?.sum;
  if (!isShown || pages.isPending) return <Loading />;
  if (pages.data === undefined)
    return <FailedState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (orders.length === 0) return onStopSearch === undefined ? <Empty /> : <NotFound onStop={onStopSearch} />;
  return (
    <>
      {sum !== undefined && <Sums {...sum} />}
      <BetDays orders={orders} games={games} shown={shown} onShow={(each) => onShow(each.orderNo)} />
      <RecordEnd
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        failed={pages.isFetchNextPageError}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  );
}

/** The open list contains all new results, so showing it marks them as seen. */
function useSeeResults(isListed: boolean): void {
  const unseen = useUnseenResults();
  useEffect(() => {
    if (isListed && unseen > 0) seeResults();
  }, [isListed, unseen]);
}

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")}>
      <div className={styles.loading}>
        <Skeleton width="100%" height={68} radius={16} />
        <Skeleton width={180} height={16} />
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} width="100%" height={64} radius={12} />
        ))}
      </div>
    </SkeletonGroup>
  );
}

function Empty() {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("play.records.empty")}
      action={
        <Button onClick={() => void navigation.switchTab(href("lobby"))}>{t("play.records.toGames")}</Button>
      }
    >
      {t("play.records.emptyWords")}
    </StateScreen>
  );
}
