import { appConfigQuery } from "../queries/app-config.ts";
import { queryClient } from "../queries/query-client.ts";
import { isRemoteConfigKept, remoteConfig } from "../api/remote-config.ts";
import { navigation } from "./navigation.ts";
import { href, specOf, TABS } from "./routes.ts";

/**
 * Opens the page that the address bar names. On a first visit the phone has not been told yet which tab the server
 * begins with: the usual one is opened meanwhile, and left for the server's own once it has answered, unless the
 * visitor has gone anywhere by then.
 */
export async function openFirstPage(): Promise<void> {
  const isTold = location.pathname !== "/" || isRemoteConfigKept();
  // Without an answer the usual tab is as good as any.
  const answer = isTold ? undefined : queryClient.fetchQuery(appConfigQuery).catch(() => undefined);
  const begun = remoteConfig.startTab;
  await navigation.start();
  await answer;
  if (remoteConfig.startTab !== begun) await moveToStartTab();
}

async function moveToStartTab(): Promise<void> {
  await firstPageStands();
  const { page } = navigation.getState();
  const tab = TABS[remoteConfig.startTab];
  if (tab === undefined || (page?.name !== "home" && page?.name !== "login")) return;
  const isTurnedAway = page.name === "login" && specOf(tab).login;
  await navigation.relaunch(isTurnedAway ? href("login", { redirect: href(tab) }) : href(tab));
}

/** The first page may be on its way still: whom the guard turns away is led to the login by a second navigation. */
function firstPageStands(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { page, pending } = navigation.getState();
      if (page === undefined || pending) return;
      stop();
      resolve();
    };
    const stop = navigation.subscribe(look);
    look();
  });
}
