import { navigation } from "./navigation.ts";
import { href, resolve } from "./routes.ts";

/** Navigates after login: back to the page that required it if it belongs to this app, otherwise home. */
export function afterLogin(redirect: string | undefined): Promise<unknown> {
  return navigation.relaunch(safeRedirect(redirect, location.origin));
}

/** The address to navigate to: a page of this app that is not itself part of the login flow. */
export function safeRedirect(redirect: string | undefined, origin: string): string {
  const to = redirect === undefined ? undefined : resolve(redirect, origin);
  if (to === undefined || to.name === "login" || to.name === "register" || to.name === "forgot")
    return href("home");
  return to.url;
}
