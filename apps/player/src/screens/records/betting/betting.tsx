import type { BetStatus } from "@lotus/contract";
import { Button, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FailedState } from "../../../components/failed-state.tsx";
import { type BetRange, gamesQuery, largeBetPage } from "../../../features/game-data/queries.ts";
import { PullToRefresh } from "../../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../../components/pull-to-refresh/use-refresh.ts";
import { LossOffer } from "../../../features/protection/loss-offer.tsx";
import { RangeChoice } from "../../../features/record-list/range-choice.tsx";
import { RecordBar } from "../../../features/record-list/record-bar.tsx";
import { RecordEnd } from "../../../features/record-list/record-end.tsx";
import { LotusPond } from "../../../artwork/lotus-pond.tsx";
import { seeResults, useUnseenResults } from "../../../session/result-news.ts";
import { navigation } from "../../../shell/navigation.ts";
import { href, type ScreenProps } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { betColumns } from "./bet-columns.ts";
import { BetDetail } from "./bet-detail.tsx";
import { BetDays } from "./bet-days.tsx";
import styles from "./betting.module.css";
import { Filters } from "./filters.tsx";
import { Sums } from "./sums.tsx";
import { useBetPages } from "./use-bet-pages.ts";

/** The code that means every game. */
const ALL = "ALL";

/** The player's bets by date, game and status, with sums, and one of them in detail. */
export function Screen({ query }: ScreenProps<{ code?: string | undefined }>) {
  const words = useI18n();
  const { t } = words;
  const [range, setRange] = useState<BetRange>("today");
  const [gameCode, setGameCode] = useState(query.code ?? ALL);
  const [status, setStatus] = useState<BetStatus | undefined>();
  const [shown, setShown] = useState<string | null>(null);
  const games = useQuery(gamesQuery).data?.list ?? [];
  const filter = { gameCode, range, status };
  const { pages, orders } = useBetPages(filter);
  useSeeResults(pages.isSuccess);
  const sum = pages.data?.pages[0]?.sum;
  const order = orders.find((each) => each.orderNo === shown);
  const refresh = useRefresh();
  return (
    <>
      <RecordBar
        title={t("play.records.title")}
        refreshing={refresh.busy}
        onRefresh={refresh.onRefresh}
        file={
          orders.length === 0
            ? undefined
            : {
                name: `bets-${range}`,
                columns: betColumns(games, words),
                pageOf: (cursor) => largeBetPage(filter, cursor),
              }
        }
      />
      <PullToRefresh {...refresh}>
        <div className={styles.page}>
          <RangeChoice range={range} onChange={setRange} />
          <Filters
            games={games}
            gameCode={gameCode}
            allGames={ALL}
            onGame={setGameCode}
            status={status}
            onStatus={setStatus}
          />
          <LossOffer />
          {pages.isPending && <Loading />}
          {pages.isError && pages.data === undefined && (
            <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {sum !== undefined && orders.length > 0 && <Sums {...sum} />}
          {pages.isSuccess && orders.length === 0 && <Empty />}
          {orders.length > 0 && (
            <>
              <BetDays orders={orders} games={games} onShow={(each) => setShown(each.orderNo)} />
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
      <BetDetail order={order} games={games} onClose={() => setShown(null)} />
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
