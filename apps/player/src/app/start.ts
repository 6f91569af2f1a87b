import { startLive } from "../live/live.ts";
import { queryClient } from "../api/query-client.ts";
import { onSessionLost } from "../session/api.ts";
import { followOtherWindows, persistDeviceId, useSession } from "../session/session.ts";
import { followResultNews } from "../session/result-news.ts";
import { followTheme, useSettings } from "../session/settings.ts";
import { activateLocale } from "../i18n/i18n.ts";
import { followVersions } from "../shell/app-version.ts";
import { followFocus } from "../shell/follow-focus.ts";
import { navigation, provideScreens } from "../shell/navigation.ts";
import { cacheShell } from "../shell/offline-shell.ts";
import { href } from "../shell/routes.ts";
import type { ScreenLoaders } from "../shell/screen-loaders.ts";
import { isAnythingUnanswered } from "../features/outcomes/anything-unanswered.ts";
import { openFirstPage } from "../shell/start-tab.ts";

/**
 * Runs everything between the page's load and its first render: catalogue, session, first page. Rejects only when the
 * catalogue cannot be loaded.
 */
export async function start(screens: ScreenLoaders): Promise<void> {
  provideScreens(screens);
  persistDeviceId();
  followTheme();
  followResultNews();
  followFocus();
  followLocale();
  onSessionLost(() => void navigation.loseSession());
  followOtherWindows({
    onLost: () => void navigation.loseSession(),
    onOtherPlayer: () => void navigation.relaunch(href("home")),
  });
  // The first page loads in parallel with the catalogue.
  const firstPage = openFirstPage();
  await activateLocale(useSettings.getState().locale);
  startLive();
  tellOutcomes();
  // Waits briefly for the first page, so that it renders without a loading state.
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  followVersions();
  // Few phones have a keyboard.
  document.addEventListener(
    "keydown",
    (first) =>
      void import("../features/keys/follow-keys.ts").then(({ followKeys }) => followKeys(first), giveUp),
    { once: true },
  );
  setTimeout(() => {
    cacheShell();
    void import("../features/fairness/session-bets.ts").then(
      ({ sessionBets }) => sessionBets.start(),
      giveUp,
    );
    void import("../features/news/start-news.tsx").then(({ startNews }) => startNews()).catch(giveUp);
  }, LATER_MS);
}

/**
 * Tells what became of slips and other requests that were sent and never answered: at the start, when their player logs in
 * and when the network is back. Few starts have any, so that it is not part of the first load.
 */
function tellOutcomes(): void {
  const tell = (): void => {
    if (!isAnythingUnanswered(localStorage)) return;
    void import("../features/outcomes/tell-outcomes.ts")
      .then((outcomes) => outcomes.tellOutcomes())
      .catch(giveUp);
  };
  tell();
  addEventListener("online", tell);
  useSession.subscribe((now, before) => {
    if (before.jwtToken === "" && now.jwtToken !== "") tell();
  });
}

/** Results and shields can still be found in the records, and the next start tries again. */
const giveUp = () => undefined;

/** Delay before loading what only later visits need: the first page has settled by then. */
const LATER_MS = 2000;

/** How long to wait for the first page before rendering its loading state. */
const SOON_MS = 200;

/** Activates a chosen locale at once and refetches the server's texts in it. */
function followLocale(): void {
  useSettings.subscribe((now, before) => {
    if (now.locale === before.locale) return;
    void activateLocale(now.locale).then(
      () => queryClient.invalidateQueries(),
      () => useSettings.setState({ locale: before.locale }),
    );
  });
}
