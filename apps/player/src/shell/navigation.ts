import { newIdempotencyKey } from "@lotus/client";
import { useSyncExternalStore } from "react";
import type { OnModalOpen } from "@lotus/ui";
import { flushSync } from "react-dom";
import { remoteConfig } from "../api/remote-config.ts";
import { queryClient } from "../api/query-client.ts";
import { nextPaint } from "./next-paint.ts";
import { fetchUserInfo } from "../session/user-info.ts";
import { useSession } from "../session/session.ts";
import { whenSpoken, word } from "../i18n/i18n.ts";
import { notify } from "./notify.ts";
import { PageStack, type Movement, type NavigationProblem, type PageState } from "./page-stack.ts";
import type { RouteName } from "./routes.ts";
import type { AnyScreen, ScreenLoaders } from "./screen-loaders.ts";

let screens: ScreenLoaders | undefined;

/** Hands the screens to the navigation before it starts: they import it, so it cannot import them. */
export function provideScreens(loaders: ScreenLoaders): void {
  screens = loaders;
}

/**
 * A page is loaded and drawn after the frame that answers the tap for it: asking for its files, and drawing a large one, would
 * hold that frame back on a slow phone.
 */
async function loadScreen(name: RouteName): Promise<{ readonly Screen: AnyScreen }> {
  if (screens === undefined) throw new Error("no screens were provided");
  if (navigation.getState().page !== undefined) await nextPaint();
  return screens[name]();
}

/** The page stack of the app: `navigation.push(href("game", { code: "FFC" }))`. */
export const navigation = new PageStack({
  window,
  loadScreen,
  isPlayer: async () => {
    if (useSession.getState().isLoggedIn()) return true;
    return fetchUserInfo().then(
      () => true,
      () => false,
    );
  },
  report,
  show,
  forget: () => queryClient.clear(),
  startTab: () => remoteConfig.startTab,
  newKey: newIdempotencyKey,
});

/** Lets "back" close an overlay of the page. Rendered synchronously, so that the history matches what is still open. */
export const coverPage: OnModalOpen = (dismiss) => navigation.cover(() => flushSync(dismiss));

type Pages = Omit<PageState, "pending">;

let shown: Pages = navigation.getState();

/** The same object for as long as the pages are the same. */
function pagesShown(): Pages {
  const now = navigation.getState();
  if (now.page !== shown.page || now.tabs !== shown.tabs || now.launch !== shown.launch) shown = now;
  return shown;
}

/** The current page and the tab pages that stay mounted. Nothing that uses it is rendered for a tap that opens another page. */
export function usePages(): Pages {
  return useSyncExternalStore(navigation.subscribe, pagesShown);
}

/** Whether a navigation is in progress. */
export function useNavigating(): boolean {
  return useSyncExternalStore(navigation.subscribe, () => navigation.getState().pending);
}

/**
 * Problems shown to the player. A refusal by the guard needs no message: the player sees the login page or an error.
 */
const REPORTED = ["missingUrl", "unknownPage", "tabNeedsSwitch", "notATab", "busy"] as const;

function report(problem: NavigationProblem): void {
  const known = REPORTED.find((each) => each === problem);
  if (known !== undefined) void whenSpoken().then(() => notify(word(`app.navigation.${known}`)));
}

/**
 * Animates the change of pages where the browser supports it and the reader allows motion; the change itself is
 * immediate.
 */
function show(movement: Movement, apply: () => void): void {
  const still =
    movement === "none" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || typeof document.startViewTransition !== "function") return flushSync(apply);
  const root = document.documentElement;
  root.dataset["movement"] = movement;
  const transition = document.startViewTransition(() => flushSync(apply));
  void transition.finished.finally(() => delete root.dataset["movement"]);
  // The browser skips a transition that another one replaces; the page is right nevertheless.
  transition.ready.catch(() => undefined);
  return undefined;
}
