import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PAGE_PATHS } from "@lotus/contract/pages";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "walker_1";
const [HOME, SERVICE, LOBBY, MINE] = [
  "/",
  "/pages/tabbar/service",
  "/pages/tabbar/center",
  "/pages/tabbar/mine",
];
const SETTINGS = "/pages-sub/settings/index";
const TRENDS = "/pages-sub/game/trends?code=K3&draws=50&view=roads";
/** Public pages. Every other page of the app requires a login. */
const OPEN = new Set([
  SERVICE,
  LOGIN,
  "/pages/auth/register",
  "/pages/auth/forgot",
  "/pages/auth/confirm_email",
  "/pages/legal/terms",
  "/pages/legal/privacy",
  "/pages-sub/fairness/index",
  "/pages-sub/settings/language",
  "/pages-sub/settings/appearance",
]);

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

const tab = (name: string) =>
  page.getByRole("navigation", { name: text("app.tabs") }).getByRole("link", { name });
const back = () => page.getByRole("button", { name: text("app.back") });
const scrollNow = async () => Number(await page.evaluate("window.scrollY"));

describe("who is not logged in", () => {
  beforeAll(async () => {
    page = await newPhone();
  });
  afterAll(() => page.context().close());

  test("is refused by the server and led to login from every page except public ones", async () => {
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/user/getUserInfo")) requests += 1;
    });
    const guarded = [...PAGE_PATHS.keys()].filter((path) => !OPEN.has(path));
    const seen: unknown[] = [];
    for (const path of guarded) {
      requests = 0;
      await page.goto(path, { waitUntil: "commit" });
      await arrive(page, LOGIN);
      seen.push([path, new URL(page.url()).searchParams.get("redirect"), requests]);
    }
    // Home is where a login leads anyway.
    expect(seen).toEqual(guarded.map((path) => [path, path === HOME ? null : path, 1]));
  });

  test("reads every open page", async () => {
    for (const path of OPEN) {
      await page.goto(path, { waitUntil: "commit" });
      await page.getByRole("main").getByRole("button").or(page.getByRole("link")).first().waitFor();
      expect(addressOf(page)).toBe(path);
    }
  });

  test("returns after login to the requested page with its query", async () => {
    await page.goto(TRENDS);
    await arrive(page, LOGIN);
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(TRENDS);
    await page.getByLabel(text("auth.username")).fill(NAME);
    await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
    await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
    await arrive(page, TRENDS);
    await page.getByText(text("trends.bead")).first().waitFor();
    // The login is not in the history: back leads to the first tab.
    await back().click();
    await arrive(page, HOME);
  });

  test("back and forward show nothing after logging out", async () => {
    await page.goto(MINE);
    await page.getByRole("link", { name: text("app.page.settings") }).click();
    await arrive(page, SETTINGS);
    await back().click();
    await arrive(page, MINE);
    await page.getByRole("button", { name: text("app.mine.logOut") }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: text("app.mine.logOut") })
      .click();
    await arrive(page, LOGIN);
    await page.goForward();
    await arrive(page, LOGIN);
    await page.getByRole("button", { name: text("auth.login"), exact: true }).waitFor();
    expect(await page.getByText(text("app.page.withdrawalPassword")).count()).toBe(0);
  });
});

describe("a player", () => {
  beforeAll(async () => {
    page = await newPhone();
    await logIn(page, NAME);
  });
  afterAll(() => page.context().close());

  test("goes back and forward, and a reload in between does not change the history", async () => {
    await tab(text("app.tab.lobby")).click();
    await arrive(page, LOBBY);
    await page.getByRole("link", { name: pattern("game.name.K3") }).click();
    await slipBar(page).waitFor();
    await page.getByRole("button", { name: text("play.game.menu") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("app.page.trends") })
      .click();
    await arrive(page, "/pages-sub/game/trends?code=K3");
    await page.goBack();
    await arrive(page, "/pages-sub/game/index?code=K3");
    await slipBar(page).waitFor();
    await page.goForward();
    await arrive(page, "/pages-sub/game/trends?code=K3");
    await page.reload();
    await page.getByRole("tab", { name: text("trends.roads") }).waitFor();
    await back().click();
    await slipBar(page).waitFor();
    expect(addressOf(page)).toBe("/pages-sub/game/index?code=K3");
    await back().click();
    await arrive(page, LOBBY);
    await page.getByRole("heading", { name: text("app.family.dice"), exact: true }).waitFor();
  });

  test("goes from a deep link back to the first tab", async () => {
    await page.goto(SETTINGS);
    await back().click();
    await arrive(page, HOME);
    expect(await tab(text("app.tab.home")).getAttribute("aria-current")).toBe("page");
  });

  test("keeps query parameters over a reload; invalid ones are ignored", async () => {
    await page.goto(TRENDS);
    await page.getByText(text("trends.bead")).first().waitFor();
    await page.reload();
    await page.getByRole("tab", { name: text("trends.roads"), selected: true }).waitFor();
    await page.getByRole("radio", { name: "50", checked: true }).waitFor();
    expect(addressOf(page)).toBe(TRENDS);
    await page.goto("/pages-sub/game/trends?code=K3&draws=33&view=%3Cb%3E");
    await page.getByRole("tab", { name: text("trends.table"), selected: true }).waitFor();
    await page.getByRole("radio", { name: "30", checked: true }).waitFor();
  });

  test("sees a message for an unknown URL, and is at home", async () => {
    await page.goto("/pages/nowhere");
    await page.getByText(text("app.navigation.unknownPage")).first().waitFor();
    await arrive(page, HOME);
  });

  test("opens the alias of home as home", async () => {
    await page.goto("/pages/tabbar/index");
    await page.getByRole("heading", { name: text("app.home.latest") }).waitFor();
    expect(await tab(text("app.tab.home")).getAttribute("aria-current")).toBe("page");
  });
});

describe("overlays of a page", () => {
  const GAME = "/pages-sub/game/index?code=K3";
  const sheet = () => page.getByRole("dialog");
  const openMenu = async () => {
    await page.getByRole("button", { name: text("play.game.menu") }).click();
    await sheet().waitFor();
  };
  const gone = () => sheet().waitFor({ state: "hidden" });
  const goBack = () => page.evaluate("history.back()");

  beforeAll(async () => {
    page = await newPhone();
    await storeSession(page, NAME);
  });
  beforeEach(async () => {
    await page.goto(LOBBY);
    await page.getByRole("link", { name: pattern("game.name.K3") }).click();
    await slipBar(page).waitFor();
  });
  afterAll(() => page.context().close());

  test("back closes a slip and stays on the game where it was scrolled to; back once more leaves", async () => {
    await page.getByRole("tabpanel").locator("button[aria-pressed]").first().click();
    await page.evaluate("window.scrollTo(0, 40)");
    const place = await scrollNow();
    await slipBar(page)
      .getByRole("button", { name: text("play.slip.bet") })
      .click();
    await sheet().waitFor();
    await goBack();
    await gone();
    expect([addressOf(page), await scrollNow()]).toEqual([GAME, place]);
    expect(await page.getByRole("tabpanel").getByRole("button", { pressed: true }).count()).toBe(1);
    await goBack();
    await arrive(page, LOBBY);
  });

  test("back pressed twice at once closes the menu and leaves the game", async () => {
    await openMenu();
    await goBack();
    await goBack();
    await arrive(page, LOBBY);
    await gone();
    await page.getByRole("heading", { name: text("app.family.dice"), exact: true }).waitFor();
  });

  test("closed by its button it leaves no history entry, and forward opens nothing", async () => {
    await openMenu();
    await sheet()
      .getByRole("button", { name: text("app.close") })
      .click();
    await gone();
    await page.evaluate("history.forward()");
    await expect.poll(() => page.evaluate("history.state.cover === undefined")).toBe(true);
    expect([addressOf(page), await sheet().count()]).toEqual([GAME, 0]);
    await goBack();
    await arrive(page, LOBBY);
  });

  test("a page opened from a menu has the game behind it, without the menu", async () => {
    await openMenu();
    await sheet()
      .getByRole("button", { name: text("app.page.trends") })
      .click();
    await arrive(page, "/pages-sub/game/trends?code=K3");
    await page.getByRole("tab", { name: text("trends.roads") }).waitFor();
    await goBack();
    await arrive(page, GAME);
    await slipBar(page).waitFor();
    expect(await sheet().count()).toBe(0);
    await goBack();
    await arrive(page, LOBBY);
  });

  test("a reload closes a menu, and back goes where it would have gone", async () => {
    await openMenu();
    await page.reload();
    await slipBar(page).waitFor();
    expect(await sheet().count()).toBe(0);
    await goBack();
    await arrive(page, LOBBY);
  });

  test("another game chosen in the switcher has no switcher behind it", async () => {
    await page.getByRole("button", { name: pattern("play.game.switch") }).click();
    await sheet()
      .getByRole("link", { name: pattern("game.name.FFC") })
      .click();
    await arrive(page, "/pages-sub/game/index?code=FFC");
    await gone();
    await goBack();
    await arrive(page, LOBBY);
  });

  test("back also closes a dialog on the first page", async () => {
    await page.goto(MINE);
    await page.getByRole("button", { name: text("app.mine.logOut") }).click();
    await page.getByRole("alertdialog").waitFor();
    await goBack();
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    expect(addressOf(page)).toBe(MINE);
  });
});

describe("tab pages", () => {
  const search = () => page.getByRole("searchbox", { name: text("app.lobby.searchLabel") });

  beforeAll(async () => {
    page = await newPhone();
    await logIn(page, NAME);
    await tab(text("app.tab.lobby")).click();
    await page.getByRole("button", { name: text("app.lobby.search") }).click();
    await search().fill("phút");
    // Recognized by a marker that a reloaded page would not have.
    await page.evaluate("document.querySelector('main input[type=search]').dataset.mark = 'kept'");
  });
  afterAll(() => page.context().close());

  test("stay mounted with their input and scroll position; other pages close", async () => {
    await page.evaluate("window.scrollTo(0, 120)");
    await tab(text("app.tab.mine")).click();
    await arrive(page, MINE);
    expect(await scrollNow()).toBe(0);
    await page.evaluate("window.scrollTo(0, 150)");
    await tab(text("app.tab.lobby")).click();
    await expect.poll(scrollNow).toBe(120);
    expect(await search().inputValue()).toBe("phút");
    expect(await search().getAttribute("data-mark")).toBe("kept");

    await tab(text("app.tab.mine")).click();
    await expect.poll(scrollNow).toBe(150);
    // A link may have to be scrolled into view before it can be tapped.
    await page.evaluate(
      "addEventListener('click', () => (window.leftAt = scrollY), { capture: true, once: true })",
    );
    await page.getByRole("link", { name: text("app.page.settings") }).click();
    const left = await page.evaluate("window.leftAt");
    await page.getByRole("button", { name: text("app.page.phone") }).click();
    await page.getByLabel(text("app.page.phone"), { exact: true }).fill("0912 345");
    await page.goBack();
    await arrive(page, SETTINGS);
    // The URL changes before the page is shown.
    await page.getByLabel(text("app.page.phone"), { exact: true }).waitFor({ state: "hidden" });
    await page.goForward();
    await arrive(page, "/pages-sub/settings/phone");
    expect(await page.getByLabel(text("app.page.phone"), { exact: true }).inputValue()).toBe("");
    await page.goBack();
    await arrive(page, SETTINGS);
    await back().click();
    await expect.poll(scrollNow).toBe(left);
    await tab(text("app.tab.lobby")).click();
    expect(await search().getAttribute("data-mark")).toBe("kept");
  });

  test("do nothing when the active tab is tapped", async () => {
    await arrive(page, LOBBY);
    await page.evaluate("window.scrollTo(0, 90)");
    // Results, the words of news and the checker of bets are loaded some time after the page, not because of the tap.
    const later = ["/result-place-", "/words-vi-VN-news-", "/start-bet-checker-", "/verifier-"];
    for (const part of later) {
      await expect
        .poll(() =>
          page.evaluate(
            `performance.getEntriesByType("resource").some(({ name }) => name.includes("${part}"))`,
          ),
        )
        .toBe(true);
    }
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    const length = await page.evaluate("history.length");
    await tab(text("app.tab.lobby")).click();
    expect(await page.getByRole("status", { name: text("app.loading") }).count()).toBe(0);
    expect([addressOf(page), await scrollNow(), await page.evaluate("history.length")]).toEqual([
      LOBBY,
      90,
      length,
    ]);
    expect(await search().getAttribute("data-mark")).toBe("kept");
    expect(calls.filter((url) => url.includes("/assets/"))).toEqual([]);
  });
});

describe("the tab that is shown first", () => {
  test("is home, or customer service if the server says so", async () => {
    const other = await openTestServer(START, { START_TAB: "1" });
    page = await newPhone(other.url);
    // On the first visit it comes with the first response of the server; later it is stored on the device.
    await page.goto("/");
    await arrive(page, SERVICE);
    await page.goto("/");
    await arrive(page, SERVICE);
    expect(await tab("CSKH").getAttribute("aria-current")).toBe("page");
    // Back from a deep link also leads to that tab.
    await page.goto("/pages/legal/terms");
    await back().click();
    await arrive(page, SERVICE);
    await page.context().close();
    await other.close();
  });
});
