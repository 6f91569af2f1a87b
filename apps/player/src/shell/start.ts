import { startLive } from "../live/live.ts";
import { queryClient } from "../queries/query-client.ts";
import { onSessionLost } from "../api/api.ts";
import { followOtherWindows, keepDeviceId } from "../session/session.ts";
import { followResultNews } from "../session/result-news.ts";
import { followTheme, useSettings } from "../session/settings.ts";
import { activateLocale } from "../i18n/i18n.ts";
import { followVersions } from "./app-version.ts";
import { followFocus } from "./follow-focus.ts";
import { navigation } from "./navigation.ts";
import { keepShellOffline } from "./offline-shell.ts";
import { href } from "./routes.ts";
import { openFirstPage } from "./start-tab.ts";

/**
 * Everything between the page's arrival and its first render: words, session, first page. Fails only when the
 * words cannot be loaded.
 */
export async function start(): Promise<void> {
  keepDeviceId();
  followTheme();
  followResultNews();
  followFocus();
  followLocale();
  onSessionLost(() => void navigation.loseSession());
  followOtherWindows({
    onLost: () => void navigation.loseSession(),
    onOtherPlayer: () => void navigation.relaunch(href("home")),
  });
  // The first page is looked for while the words are on their way.
  const firstPage = openFirstPage();
  await activateLocale(useSettings.getState().locale);
  startLive();
  // A page that is nearly there is drawn at once; after that rendering begins, and its waiting is shown.
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  followVersions();
  setTimeout(() => {
    keepShellOffline();
    void import("../parts/bet-result/watch-results.ts").then(({ watchResults }) => watchResults(), giveUp);
  }, LATER_MS);
}

/** Results are then found in the records, and the next start tries again. */
const giveUp = () => undefined;

/** When what the next visit is for may be fetched: the first page has come to rest by then. */
const LATER_MS = 2000;

/** How long the first page is waited for before its waiting is shown. */
const SOON_MS = 200;

/** A change of language speaks at once; what the server had said in the old one is asked anew. */
function followLocale(): void {
  useSettings.subscribe((now, before) => {
    if (now.locale === before.locale) return;
    void activateLocale(now.locale).then(
      () => queryClient.invalidateQueries(),
      () => useSettings.setState({ locale: before.locale }),
    );
  });
}
