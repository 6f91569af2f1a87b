import type { Page } from "playwright-core";

/** The page of login. */
export const LOGIN = "/pages/auth/login";

/** What the address bar shows, without the server. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the address bar shows a path; whatever its query, unless `path` has one. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => (path.includes("?") ? url.pathname + url.search : url.pathname) === path);
}
