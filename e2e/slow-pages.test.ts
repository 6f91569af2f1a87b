import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf, arrive } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "walker_1";
const MINE = "/pages/tabbar/mine";
let open: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "100.00");
  client.close();
  // By now games of up to three minutes have results.
  await open.setTime(START + 240_000);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

/** A separate phone, low enough for pages to scroll. */
async function newPhone(url = open.url): Promise<Page> {
  const phone = await openPhone(browser, { baseURL: url, still: true, height: 600 });
  return phone.page;
}

const back = () => page.getByRole("button", { name: text("app.back") });

describe("a page whose code is slow or lost", () => {
  const WAITING = () => page.getByRole("status", { name: text("app.loading") });
  /** Intercepts every script requested from now on. */
  const onScripts = (handle: (route: Route) => unknown) => page.route(/\/assets\/.*\.js$/u, handle);

  beforeAll(async () => {
    page = await newPhone();
    await storeSession(page, NAME);
  });
  beforeEach(async () => {
    await page.goto(MINE);
    await page.getByText(NAME).first().waitFor();
  });
  afterAll(() => page.context().close());

  test("shows a loading state after 200 ms, and no other page is opened meanwhile", async () => {
    const held: Route[] = [];
    let released = false;
    await onScripts((route) => (released ? route.continue() : held.push(route)));
    await page.getByRole("link", { name: text("app.page.report") }).click();
    await WAITING().waitFor({ state: "attached" });
    // Stepped manually: a busy machine would check too late.
    const shown = await page.evaluate(`(() => {
      const bar = document.querySelector("output[aria-label='${text("app.loading")}']");
      const [appear] = bar.getAnimations();
      appear.pause();
      return [0, 199, 202].map((ms) => {
        appear.currentTime = ms;
        return getComputedStyle(bar).opacity;
      });
    })()`);
    expect(shown).toEqual(["0", "0", "1"]);
    await page.getByRole("link", { name: text("app.page.settings") }).click();
    await page.getByText(text("app.navigation.busy")).first().waitFor();
    expect(addressOf(page)).toBe(MINE);
    released = true;
    for (const route of held) await route.continue();
    await page.getByRole("heading", { name: text("app.page.report") }).waitFor();
    expect(addressOf(page)).toBe("/pages-sub/report/index");
    expect(await WAITING().count()).toBe(0);
    await page.unrouteAll();
  });

  test("a failed load is reported, and a tap retries it", async () => {
    await onScripts((route) => route.abort());
    await page.getByRole("link", { name: text("app.page.agent") }).click();
    const failure = page.getByRole("button", { name: pattern("app.state.loadFailed.title") });
    await failure.waitFor();
    expect(addressOf(page)).toBe("/pages-sub/agent/index");
    await page.unroute(/\/assets\/.*\.js$/u);
    await failure.tap();
    await page.getByText(text("agent.code")).waitFor();
    // Back still works.
    await back().click();
    await arrive(page, MINE);
  });
});
