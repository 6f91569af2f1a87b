import { appConfigQuery } from "../queries/app-config.ts";
import { queryClient } from "../api/query-client.ts";
import { isRemoteConfigKept, remoteConfig } from "../api/remote-config.ts";
import { navigation } from "./navigation.ts";
import { href, specOf, TABS } from "./routes.ts";

/**
 * Opens the page of the address bar. On a first visit the server's start tab is not known yet: the default tab is
 * opened, and replaced by the server's once it has responded, unless the visitor has navigated meanwhile.
 */
export async function openFirstPage(): Promise<void> {
  const isTold = location.pathname !== "/" || isRemoteConfigKept();
  // Without a response the default tab stays.
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

/** Waits until the first page is shown. If the guard refuses it, a second navigation leads to login. */
function firstPageStands(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { page, pending } = navigation.getState();
      if (page === undefined || pending) return;
      stop();
      resolve();
    };
    const stop = navigation.subscribe(check);
    check();
  });
}
