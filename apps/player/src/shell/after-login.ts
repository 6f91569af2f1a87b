import { navigation } from "./navigation.ts";
import { href, resolve } from "./routes.ts";

/** Where a player goes after logging in: back to the page that asked for it, if it is one of ours, else home. */
export function afterLogin(redirect: string | undefined): Promise<unknown> {
  return navigation.relaunch(safeRedirect(redirect, location.origin));
}

/** The address to go to; only a page of this app, and none of the entrance itself. */
export function safeRedirect(redirect: string | undefined, origin: string): string {
  const to = redirect === undefined ? undefined : resolve(redirect, origin);
  if (to === undefined || to.name === "login" || to.name === "register" || to.name === "forgot")
    return href("home");
  return to.url;
}
