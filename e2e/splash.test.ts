import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

let open: TestServer;
let browser: Browser;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await open?.close();
});

/** A phone whose requests for the app are held back until released. */
async function slowPhone(locale = "vi-VN"): Promise<{ page: Page; letThrough: () => void }> {
  const { page } = await openPhone(browser, { baseURL: open.url, locale, still: true });
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  // The first two scripts are the page's own: they have always come before the app.
  await page.route(/\/assets\/(?!boot-|floor-)[^/]+\.js$/u, async (route) => {
    await gate;
    await route.continue();
  });
  return { page, letThrough };
}

test.each([
  { locale: undefined, slogan: text("auth.slogan") },
  { locale: "fr", slogan: "Des tirages équitables, vérifiables par vous" },
])("the brand is shown before the app and does not move: $slogan", async ({ locale, slogan }) => {
  const { page, letThrough } = await slowPhone();
  if (locale !== undefined) {
    const kept = JSON.stringify({ state: { locale }, version: 1 });
    await page.addInitScript(`localStorage.setItem("lotus.settings", ${JSON.stringify(kept)})`);
  }
  // The first page requires a login, so the login page is about to be shown.
  await page.goto("/");
  const words = page.getByText(slogan);
  await words.waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  const before = [await words.boundingBox(), await page.getByRole("heading").boundingBox()];
  letThrough();
  await page.getByRole("textbox").first().waitFor();
  expect([await words.boundingBox(), await page.getByRole("heading").boundingBox()]).toEqual(before);
  await page.close();
});

test("any other page shows the brand alone where the build has not begun yet, and nothing of it later", async () => {
  const { page, letThrough } = await slowPhone();
  await page.goto("/pages/tabbar/service");
  const slogan = page.getByText(text("auth.slogan"));
  await slogan.waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  letThrough();
  await page.getByRole("navigation").waitFor();
  expect(await page.locator(".splash").count()).toBe(0);
  await page.waitForFunction(() => localStorage.getItem("lotus.begun") !== null);
  // Every state of the page is looked at, from its first element on.
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector(".splash:not([hidden])")) sessionStorage.setItem("splash", "shown");
  }).observe(document, { childList: true, subtree: true, attributes: true })`);
  await page.reload();
  await page.getByRole("navigation").waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("splash"))).toBeNull();
  await page.close();
});

test("a reader of another language is offered it once, in that language; the brand does not move", async () => {
  const { page, letThrough } = await slowPhone("en-US");
  await page.goto("/");
  const brand = page.getByRole("heading", { level: 1 });
  await brand.waitFor();
  const before = await brand.boundingBox();
  letThrough();
  const offer = page.getByRole("region", { name: "This app is also in English." });
  await offer.waitFor();
  expect(await brand.boundingBox()).toEqual(before);
  // Until another language is chosen, the app uses the default one.
  await page.getByRole("button", { name: text("auth.login"), exact: true }).waitFor();
  await offer.getByRole("button", { name: "Use English" }).tap();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  expect(await offer.count()).toBe(0);
  await page.reload();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  expect(await offer.count()).toBe(0);
  await page.close();
});

test("a declined offer is shown again on no page", async () => {
  const { page } = await openPhone(browser, { baseURL: open.url, locale: "ko-KR", still: true });
  await page.goto("/pages/auth/register");
  const no = page.getByRole("button", { name: "나중에" });
  await no.tap();
  await no.waitFor({ state: "hidden" });
  await page.goto("/pages/auth/login");
  await page.getByRole("button", { name: text("auth.login"), exact: true }).waitFor();
  expect(await no.count()).toBe(0);
  await page.close();
});
