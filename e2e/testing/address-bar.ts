import type { Page } from "playwright-core";

/** The login page. */
export const LOGIN = "/pages/auth/login";

/** Path and query of the address bar. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the address bar shows a path; with any query, unless `path` has one. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => (path.includes("?") ? url.pathname + url.search : url.pathname) === path);
}
