import { setLiveState } from "../live/live-events.ts";
import { queryClient } from "../api/query-client.ts";
import { onSessionLost } from "../session/api.ts";
import { followOtherWindows, persistDeviceId, useSession } from "../session/session.ts";
import { followResultNews } from "../session/result-news.ts";
import { followTheme, useSettings } from "../session/settings.ts";
import { activateLocale } from "../i18n/i18n.ts";
import { followVersions } from "../shell/app-version.ts";
import { followFocus } from "../shell/follow-focus.ts";
import { navigation, provideScreens } from "../shell/navigation.ts";
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
  tellOutcomes();
  // Waits briefly for the first page, so that it renders without a loading state.
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  followVersions();
  void runLater();
  // Few phones have a keyboard.
  document.addEventListener(
    "keydown",
    (first) =>
      void import("../features/keys/follow-keys.ts").then(({ followKeys }) => followKeys(first), giveUp),
    { once: true },
  );
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

/**
 * Begins what no page needs in order to be shown. The offline shell keeps it; without it, as where the network breaks
 * between two files, it is asked for again.
 */
async function runLater(): Promise<void> {
  const later = await import("./later.ts").catch(giveUp);
  if (later === undefined) {
    setLiveState("offline");
    setTimeout(() => void runLater(), AGAIN_MS);
    return;
  }
  later.startLive();
  void later.fetchPages();
  setTimeout(() => {
    later.cacheShell();
    void later.startBehind();
  }, LATER_MS);
}

/** The next start tries again. */
const giveUp = (): undefined => undefined;

/** Delay before loading what only later visits need: the first page has settled by then. */
const LATER_MS = 2000;

/** Delay before a part that could not be fetched is asked for again. */
const AGAIN_MS = 3000;

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
