import { ApiError } from "@lotus/client";
import { Button, NavBar, Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { currentQuery, gamesQuery, lastQuery, latestBetsQuery } from "../../features/game-data/queries.ts";
import { useRuleTree } from "../../features/game-data/use-rule-tree.ts";
import { LateBreakPage, LateRegisterPage } from "../../features/protection/break-gate.tsx";
import { useBreak } from "../../features/protection/play-limits.ts";
import { useRegisterStop } from "../../features/protection/register-stop.ts";
import { useSwitches } from "../../features/lobby-games/use-games.ts";
import { EmptySlipBar } from "../../features/slip/empty-slip-bar.tsx";
import { gameStore, isUntouched } from "../../features/slip/game-store.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { usePanes } from "../../shell/window-layout.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { GamePage } from "./game-page.tsx";
import { LatePractice } from "./late-practice.tsx";
import styles from "./game.module.css";
import { useSharedSlip } from "./use-shared-slip.ts";

/** A game: its draws, its boards and the slip. Without a code, the first game of the server. */
export function Screen({ query }: ScreenProps<RouteQuery<"game">>) {
  useSharedSlip(query);
  const games = useQuery(gamesQuery);
  useSwitches();
  const onBreak = useBreak();
  const stop = useRegisterStop();
  const code = query.code ?? games.data?.list[0]?.gameCode;
  const rule = useRuleTree(code);
  const failed = rule.error ?? (code === undefined ? games.error : null);
  // A board is large, so the first one is rendered in time slices. On a change of game it is rendered at once, so that
  // nothing of the previous game stays visible.
  const drawn = useDeferredValue(rule.tree);
  const tree = drawn === undefined || drawn.gameCode === code ? drawn : rule.tree;
  // In place of the game, so that an open slip is closed too.
  if (onBreak !== null || stop !== null) {
    return (
      <>
        <Bar />
        {onBreak !== null && <LateBreakPage now={onBreak} />}
        {onBreak === null && stop !== null && <LateRegisterPage stop={stop} />}
      </>
    );
  }
  if (code !== undefined && tree !== undefined) {
    const game = games.data?.list.find((each) => each.gameCode === code);
    if (query.practice !== undefined)
      return <LatePractice game={game} tree={tree} waiting={<GameSkeleton emptySlip={false} />} />;
    return (
      <GamePage
        // The key remounts the page on a change of game: no state may carry over.
        key={code}
        game={game}
        games={games.data?.list ?? []}
        tree={tree}
        store={gameStore(code)}
      />
    );
  }
  if (failed === null) {
    return (
      <>
        {code !== undefined && <AskWithRules code={code} />}
        <GameSkeleton emptySlip={query.practice === undefined && hasEmptySlip(code)} />
      </>
    );
  }
  return (
    <GameFailed
      error={failed}
      onReload={() => void (code === undefined ? games.refetch() : rule.refetch())}
    />
  );
}

/** Prefetches the queries of the page in parallel with the rules. */
function AskWithRules({ code }: { code: string }) {
  usePrefetchQuery(currentQuery(code));
  usePrefetchQuery(lastQuery(code));
  usePrefetchQuery(latestBetsQuery(code));
  return null;
}

function Bar() {
  const { t } = useI18n();
  return (
    <NavBar
      title={t("app.page.game")}
      ground="surface"
      align="start"
      onBack={() => void navigation.back()}
      backLabel={t("app.back")}
    />
  );
}

/** Nothing is said of a slip that was kept: it comes with the board. */
function hasEmptySlip(code: string | undefined): boolean {
  return code === undefined || isUntouched(gameStore(code).getState());
}

/** Skeleton of the page, with the bar of an empty slip where it will be. */
function GameSkeleton({ emptySlip }: { emptySlip: boolean }) {
  const { t } = useI18n();
  const panes = usePanes();
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Bar />
        <SkeletonGroup label={t("app.loading")} className={styles.panel}>
          <div className={styles.skeleton}>
            <div className={styles.skeletonLine}>
              <Skeleton width={150} height={52} />
              <Skeleton width={120} height={52} />
            </div>
            <Skeleton width="100%" height={44} />
            {Array.from({ length: 5 }, (_, row) => (
              <Skeleton key={row} width="100%" height={76} radius={12} />
            ))}
          </div>
        </SkeletonGroup>
        {!panes && emptySlip && (
          <div className={styles.bottom}>
            <EmptySlipBar />
          </div>
        )}
      </div>
    </div>
  );
}

function GameFailed({ error, onReload }: { error: Error; onReload: () => void }) {
  const { t } = useI18n();
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <>
      <Bar />
      <StateScreen
        picture={<LotusPond state="petal" />}
        title={t("play.game.failed")}
        action={<Button onClick={onReload}>{t("app.reload")}</Button>}
        links={
          <Button variant="ghost" onClick={() => void navigation.switchTab(href("lobby"))}>
            {t("play.game.choose")}
          </Button>
        }
        {...(code !== undefined && { code: String(code) })}
      >
        {error instanceof ApiError && error.kind === "refusal" ? error.msg : t("play.game.failedWords")}
      </StateScreen>
    </>
  );
}
