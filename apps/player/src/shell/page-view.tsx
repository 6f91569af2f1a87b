import { Strip, WifiOffIcon } from "@lotus/ui";
import {
  Activity,
  type ComponentType,
  lazy,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useLiveState } from "../live/live-events.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useAppConfig } from "../queries/app-config.ts";
import { AppTabBar } from "./app-tab-bar.tsx";
import { isClosed } from "./is-closed.ts";
import { LoadFailure, PageBoundary } from "./load-failure.tsx";
import { navigation, useNavigating, usePages } from "./navigation.ts";
import { NewVersion } from "./new-version.tsx";
import type { Page } from "./page-stack.ts";
import { type RouteName, specOf } from "./routes.ts";
import { type Frame, frameOf, measureOf, useWideWindow } from "./window-layout.ts";
import styles from "./page-view.module.css";

/** What stands at the left of the page in a wide window. */
export type WideFrame = ComponentType<{ page: RouteName; frame: Frame }>;

/** The current page, and the hidden tab pages that stay mounted. */
export function PageView({ wideFrame: WideFrame }: { wideFrame: WideFrame }) {
  const { page, tabs, launch } = usePages();
  const isTab = page !== undefined && specOf(page.name).tab !== undefined;
  const frame = frameOf(page?.name);
  const wide = useWideWindow();
  return (
    <div data-frame={frame} className={styles.frame}>
      {wide && page !== undefined && frame !== "bare" && (
        <Suspense fallback={<div data-loading />}>
          <WideFrame page={page.name} frame={frame} />
        </Suspense>
      )}
      {tabs.map((tab) => (
        <Activity key={`${launch}/${tab.name}`} mode={tab.name === page?.name ? "visible" : "hidden"}>
          <PageFrame page={tab} />
        </Activity>
      ))}
      {page !== undefined && !isTab && <PageFrame key={`${launch}/${page.key}`} page={page} />}
      {isTab && !wide && <AppTabBar current={page.name} />}
      <NewVersion />
      <PendingBar />
    </div>
  );
}

/** Shown for a page that is switched off in the server's configuration. */
const ComingSoon = lazy(() => import("./coming-soon.tsx").then(({ Screen }) => ({ default: Screen })));

const PageFrame = memo(function PageFrame({ page }: { page: Page }) {
  const frame = useRef<HTMLElement>(null);
  const { t } = useI18n();
  const { title, features } = useAppConfig();
  const { tab, title: pageTitle } = specOf(page.name);
  // A layout effect runs each time the page is shown, also for kept tabs, which lose their scroll position while
  // hidden.
  useLayoutEffect(() => {
    window.scrollTo(0, navigation.scrollOf(page));
    takeFocus(frame.current);
    // The address of a kept tab may change; its scroll position does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page.name]);
  const name = t(pageTitle);
  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);
  const Screen = isClosed(page.name, features) ? ComingSoon : page.Screen;
  return (
    <main
      ref={frame}
      tabIndex={-1}
      data-measure={measureOf(page.name)}
      className={tab === undefined ? styles.page : styles.tabPage}
    >
      {Screen === undefined ? (
        <>
          <Offline />
          <LoadFailure onReload={() => void navigation.retry()} />
        </>
      ) : (
        <PageBoundary onReload={() => void navigation.retry()}>
          <Suspense>
            <Screen query={page.query} />
          </Suspense>
        </PageBoundary>
      )}
    </main>
  );
});

/** Explains why the page did not load, if that is known. */
function Offline() {
  const { t } = useI18n();
  if (useLiveState() !== "offline") return null;
  return <Strip icon={<WifiOffIcon size={20} aria-hidden />}>{t("app.state.offline.title")}</Strip>;
}

let firstPageShown = false;

/** Moves the focus to the new page, but not on the first load, and not if the screen has set the focus itself. */
function takeFocus(frame: HTMLElement | null): void {
  if (!firstPageShown) {
    firstPageShown = true;
    return;
  }
  if (frame !== null && !frame.contains(document.activeElement)) frame.focus({ preventScroll: true });
}

/** Indicates a navigation in progress. Invisible for the first 200 ms. */
function PendingBar() {
  const { t } = useI18n();
  if (!useNavigating()) return null;
  return (
    <output className={styles.pending} aria-label={t("app.loading")}>
      <span />
    </output>
  );
}
