import { type Locale, LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPhone } from "./testing/browser.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf, layoutFaultsOf } from "./testing/page-errors.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
/** As in every browser before Chrome 93, Firefox 92 and Safari 15.4. */
const OLD = "delete Object.hasOwn";
const BROWSER_PAGE = /\/browser\.html/u;

let open: TestServer;
let browser: Browser;
beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await open?.close();
});

async function phone(locale = "vi-VN"): Promise<Page> {
  const { page } = await openPhone(browser, { baseURL: open.url, locale, width: 320 });
  return page;
}

const wordsOf = (locale: Locale) => ({ ...readArea(locale, "browser"), ...readArea(locale, "runtime") });
const WORDS = wordsOf("vi-VN");

const headingOf = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

test.each(LOCALES)("an old browser says in %s why the app cannot run, and what helps", async (locale) => {
  const page = await phone(locale);
  const errors = errorsOf(page);
  await page.addInitScript(OLD);
  const words = wordsOf(locale);
  await page.goto("/pages/tabbar/index");
  await page.waitForURL(BROWSER_PAGE);
  expect(await headingOf(page)).toBe(words["browser.old"]);
  expect(await page.locator("html").getAttribute("lang")).toBe(locale);
  expect(await page.getByText(words["browser.safe"] ?? "").count()).toBe(1);
  expect(await page.getByRole("textbox").inputValue()).toBe(new URL(open.url).origin);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: words["browser.copy"] ?? "" }).tap();
  await expect.poll(() => page.getByRole("status").textContent()).toBe(words["browser.copied"]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("the chosen language counts before that of an old browser, and the operator's where there is no other", async () => {
  const page = await phone("sw-KE");
  await page.addInitScript(OLD);
  await page.goto("/browser.html");
  expect(await headingOf(page)).toBe(WORDS["browser.old"]);
  const chosen = JSON.stringify({ state: { locale: "zh-TW" }, version: 1 });
  await page.evaluate(`localStorage.setItem("lotus.settings", ${JSON.stringify(chosen)})`);
  await page.reload();
  expect(await headingOf(page)).toBe(wordsOf("zh-TW")["browser.old"]);
  await page.context().close();
});

test("a browser that has been updated leaves the page for old ones", async () => {
  const page = await phone();
  await page.goto("/browser.html");
  await page.getByRole("textbox", { name: text("auth.username") }).waitFor();
  await page.context().close();
});

test("a start that fails twice although the server replies ends at the page for old browsers", async () => {
  const page = await phone();
  await page.route(/\/assets\/words-vi-VN-[^/]+\.js$/u, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new TypeError()" }),
  );
  await page.goto("/pages/auth/login");
  await page.getByRole("button", { name: WORDS["runtime.reload"] ?? "" }).tap();
  await page.waitForURL(BROWSER_PAGE);
  expect(await headingOf(page)).toBe(WORDS["browser.failed"]);
  await page.context().close();
});

test.each(["index", "words-vi-VN"])(
  "an app whose %s file cannot be parsed ends there by itself",
  async (file) => {
    const page = await phone();
    await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`, "u"), (route) =>
      route.fulfill({ contentType: "text/javascript", body: "(" }),
    );
    await page.goto("/pages/auth/login");
    await page.waitForURL(BROWSER_PAGE);
    expect(await headingOf(page)).toBe(WORDS["browser.failed"]);
    await page.context().close();
  },
);

test("a start without a network offers to reload, however often", async () => {
  const page = await phone();
  await page.route(/\/assets\/words-vi-VN-|\/browser\.html/u, (route) => route.abort());
  await page.goto("/pages/auth/login");
  const reload = page.getByRole("button", { name: WORDS["runtime.reload"] ?? "" });
  for (let time = 0; time < 3; time += 1) {
    const asked = page.waitForEvent("requestfailed", (request) => BROWSER_PAGE.test(request.url()));
    await (time === 0 ? reload.waitFor() : reload.tap());
    await asked;
    await reload.waitFor();
  }
  expect(page.url()).toContain("/pages/auth/login");
  await page.context().close();
});
