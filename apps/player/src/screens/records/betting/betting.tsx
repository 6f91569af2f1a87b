import type { BetStatus } from "@lotus/contract";
import {
  Button,
  NavBar,
  Segmented,
  Skeleton,
  SkeletonGroup,
  Spinner,
  StateScreen,
  useReachBottom,
} from "@lotus/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../../live/live-events.ts";
import { betPagesQuery, type BetRange, gamesQuery } from "../../../parts/game-data/queries.ts";
import { LotusPond } from "../../../pictures/lotus-pond.tsx";
import { ApiError } from "../../../request/api-error.ts";
import { navigation } from "../../../shell/navigation.ts";
import { href, type ScreenProps } from "../../../shell/routes.ts";
import { useWords } from "../../../words/use-words.tsx";
import { BetDetail } from "./bet-detail.tsx";
import { BetDays } from "./bet-days.tsx";
import styles from "./betting.module.css";
import { Filters } from "./filters.tsx";
import { Sums } from "./sums.tsx";

/** The code that stands for every game. */
const ALL = "ALL";
/** A list that reached this far asks for the next page. */
const REACH_PX = 50;

/** The player's bets by date, game and status, with sums, and one of them in detail. */
export function Screen({ query }: ScreenProps<{ code?: string | undefined }>) {
  const { t } = useWords();
  const [range, setRange] = useState<BetRange>("today");
  const [gameCode, setGameCode] = useState(query.code ?? ALL);
  const [status, setStatus] = useState<BetStatus | undefined>();
  const [shown, setShown] = useState<string | null>(null);
  const games = useQuery(gamesQuery).data?.list ?? [];
  const pages = useInfiniteQuery(betPagesQuery({ gameCode, range, status }));
  useLiveEvent("order", () => void pages.refetch());
  const orders = pages.data?.pages.flatMap((page) => page.list) ?? [];
  const sum = pages.data?.pages[0]?.sum;
  const order = orders.find((each) => each.orderNo === shown);
  return (
    <>
      <NavBar
        title={t("play.records.title")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      <div className={styles.page}>
        <Segmented
          label={t("play.records.range")}
          items={[
            { key: "today", label: t("play.records.today") },
            { key: "3d", label: t("play.records.3d") },
            { key: "7d", label: t("play.records.7d") },
          ]}
          value={range}
          onChange={setRange}
        />
        <Filters
          games={games}
          gameCode={gameCode}
          allGames={ALL}
          onGame={setGameCode}
          status={status}
          onStatus={setStatus}
        />
        {pages.isPending && <Loading />}
        {pages.isError && pages.data === undefined && (
          <Failed error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {sum !== undefined && orders.length > 0 && <Sums bet={sum.bet} payout={sum.payout} />}
        {pages.isSuccess && orders.length === 0 && <Empty />}
        {orders.length > 0 && (
          <>
            <BetDays orders={orders} games={games} onShow={(each) => setShown(each.orderNo)} />
            <Rest
              more={pages.hasNextPage}
              busy={pages.isFetchingNextPage}
              onMore={() => void pages.fetchNextPage()}
            />
          </>
        )}
      </div>
      <BetDetail order={order} games={games} onClose={() => setShown(null)} />
    </>
  );
}

function Loading() {
  const { t } = useWords();
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

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords();
  return (
    <StateScreen
      picture={<LotusPond state={error instanceof ApiError && error.status === 0 ? "cut" : "petal"} />}
      title={t("play.records.failed")}
      action={<Button onClick={onRetry}>{t("play.records.retry")}</Button>}
      {...(error instanceof ApiError && { code: String(error.code) })}
    >
      {t("play.records.failedWords")}
    </StateScreen>
  );
}

function Empty() {
  const { t } = useWords();
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

/** The foot of the list: the next page comes as it is reached; a button does the same for those who do not scroll. */
function Rest({ more, busy, onMore }: { more: boolean; busy: boolean; onMore: () => void }) {
  const { t } = useWords();
  const end = useReachBottom(onMore, more && !busy, REACH_PX);
  return (
    <div ref={end} className={styles.rest}>
      {busy ? (
        <Spinner />
      ) : more ? (
        <Button variant="ghost" size="s" onClick={onMore}>
          {t("play.records.more")}
        </Button>
      ) : (
        t("play.records.end")
      )}
    </div>
  );
}
