import {
  Badge,
  BellIcon,
  Button,
  ChevronRightIcon,
  GlobeIcon,
  IconButton,
  NavBar,
  VisuallyHidden,
} from "@lotus/ui";
import { usePrefetchQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { LanguageOffer } from "../../features/language-offer/language-offer.tsx";
import { PlayerBalance } from "../../features/balance/player-balance.tsx";
import { OfflineStrip } from "../../features/lobby-games/offline-strip.tsx";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import { useGames } from "../../features/lobby-games/use-games.ts";
import { hasSlips } from "../../features/my-slips/again-known.ts";
import { useBreak } from "../../features/protection/play-limits.ts";
import { UnansweredSlip } from "../../features/slip/unanswered-slip.tsx";
import { Lotus } from "../../artwork/lotus.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { winsQuery } from "../../queries/home.ts";
import { useUserInfo } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { AfterPaint } from "./after-paint.tsx";
import { Banner } from "./banner.tsx";
import { GamesGrid, GamesGridSkeleton } from "./games-grid.tsx";
import { LatestResults } from "./latest-results.tsx";
import { NoticeStrip } from "./notice-strip.tsx";
import { RecentWins } from "./recent-wins.tsx";
import styles from "./home.module.css";

/** The last slips. The page does without them if they cannot be loaded. */
const Again = lazy(() =>
  Promise.all([import("../../features/my-slips/again.tsx"), loadCatalog("slips")]).then(
    ([part]) => ({ default: part.Again }),
    () => ({ default: () => null }),
  ),
);

/** Home: balance, banners, the games with their countdowns, and the latest results. */
// The page: its parts in order, and where the last slips stand.
// oxlint-disable-next-line max-lines-per-function
export function Screen() {
  const { t, locale } = useI18n();
  const { title } = useAppConfig();
  const games = useGames();
  // Content made from the games is rendered in time slices, so that a slow phone stays responsive.
  const list = useDeferredValue(games.data?.list);
  // Fetched along with the rest, though it is shown later.
  usePrefetchQuery(winsQuery(locale));
  // Banners, notices and wins invite to play: none of them during a break.
  const onBreak = useBreak() !== null;
  const refresh = useRefresh();
  // Above the games only where this device knows that there are some: nothing may move down while one looks at it.
  const [againFirst] = useState(hasSlips);
  const again = !onBreak && (
    <Suspense fallback={againFirst && <div className={styles.again} />}>
      <Again games={list} kept={againFirst} />
    </Suspense>
  );
  return (
    <>
      <NavBar
        align="start"
        title={
          <>
            <span className={styles.brand}>
              <Lotus size={30} />
              {title}
            </span>
            <span className={styles.name}>{t("app.tab.home")}</span>
          </>
        }
        action={<Actions />}
      />
      <PullToRefresh {...refresh} button>
        <div className={styles.page}>
          <div className={styles.first}>
            <LanguageOffer />
            <OfflineStrip />
            <UnansweredSlip />
            <div className={styles.balance}>
              <PlayerBalance />
            </div>
            {!onBreak && (
              <>
                <Banner games={list} />
                <NoticeStrip />
              </>
            )}
            {againFirst && again}
            <section className={styles.section} aria-labelledby="home-games">
              <header className={styles.head}>
                <h2 id="home-games">{t("app.home.games")}</h2>
                <Button variant="ghost" size="s" onClick={() => void navigation.switchTab(href("lobby"))}>
                  <span className={styles.all}>
                    {t("app.home.allGames")}
                    <ChevronRightIcon size={18} aria-hidden />
                  </span>
                </Button>
              </header>
              {list !== undefined ? (
                <GamesGrid games={list} />
              ) : games.isError ? (
                <FailedState error={games.error} onRetry={() => void games.refetch()} />
              ) : (
                <GamesGridSkeleton />
              )}
            </section>
          </div>
          {(list !== undefined || games.isError) && (
            <AfterPaint>
              <div className={styles.second}>
                {list !== undefined && <LatestResults games={list} />}
                {!onBreak && <RecentWins />}
                {/* Below the rest, as no place was kept for it. */}
                {!againFirst && again}
              </div>
            </AfterPaint>
          )}
        </div>
      </PullToRefresh>
    </>
  );
}

function Actions() {
  const { t, locale } = useI18n();
  const unread = useUserInfo().data?.unreadMsg ?? 0;
  const bell = t("app.page.messages");
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.language}
        onClick={() => void navigation.push(href("language"))}
      >
        <VisuallyHidden>{t("app.page.language")}</VisuallyHidden>
        <GlobeIcon size={20} aria-hidden />
        {locale.slice(0, 2).toUpperCase()}
      </button>
      <span className={styles.bell}>
        <IconButton
          label={unread > 0 ? `${bell}, ${t("app.unread", { count: unread })}` : bell}
          icon={<BellIcon size={22} />}
          onClick={() => void navigation.push(href("messages"))}
        />
        {unread > 0 && (
          <span className={styles.count} aria-hidden>
            <Badge count={unread} />
          </span>
        )}
      </span>
    </div>
  );
}
