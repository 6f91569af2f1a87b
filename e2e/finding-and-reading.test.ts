import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "finder_1";
const LOBBY = "/pages/tabbar/center";
const SERVICE = "/pages/tabbar/service";

let open: TestServer;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "500.00");
  client.close();
  await open.setTime(Date.UTC(2026, 10, 21, 3, 12, 5));
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const back = () => page.getByRole("button", { name: text("app.back") });
const tab = (name: string) =>
  page.getByRole("navigation", { name: text("app.tabs") }).getByRole("link", { name });
const game = (name: RegExp) => page.getByRole("main").getByRole("link", { name });

test("before logging in: another language, the terms, and help", async () => {
  await page.goto(LOGIN);
  await page.getByRole("button", { name: pattern("auth.language") }).click();
  await page.getByText("Français", { exact: true }).click();
  await page.getByRole("heading", { name: "Langue" }).waitFor();
  expect(await page.evaluate("document.documentElement.lang")).toBe("fr");
  await page.reload();
  await page.getByText("Tiếng Việt", { exact: true }).click();
  await page.getByRole("heading", { name: text("app.page.language") }).waitFor();
  await back().click();
  for (const [name, content] of [
    [text("app.page.terms"), text("rules.terms.care.title")],
    [text("app.page.privacy"), text("rules.privacy.what.title")],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name: content }).waitFor();
    await back().click();
    await arrive(page, LOGIN);
  }
  await page.getByRole("link", { name: text("auth.service") }).click();
  await arrive(page, SERVICE);
  await page.getByRole("tab", { name: text("service.view.chat") }).click();
  await page.getByText(text("service.login")).waitFor();
});

test("help is searchable without diacritics, and missing topics lead to a question", async () => {
  await page.goto(SERVICE);
  const search = page.getByRole("searchbox", { name: text("service.search") });
  await search.fill("rut tien");
  await page.getByRole("button", { name: text("help.withdrawal.title") }).click();
  await page
    .getByRole("dialog", { name: text("help.withdrawal.title") })
    .getByText("mật khẩu rút tiền")
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: text("help.dice.title") }).count()).toBe(0);
  await search.fill("qwerty");
  await page.getByText(text("service.searchNone")).waitFor();
  await page
    .getByRole("button", { name: text("service.write") })
    .first()
    .click();
  await page.getByRole("button", { name: text("auth.login") }).click();
  await arrive(page, `${LOGIN}?redirect=${encodeURIComponent(SERVICE)}`);
});

test("home: the balance can be hidden everywhere, a banner is a link, the latest draws can be verified", async () => {
  await logIn(page, NAME);
  const card = page.getByRole("region", { name: text("money.balance") });
  await card.getByText("500,00").waitFor();
  await card.getByRole("button", { name: text("money.hideBalance") }).click();
  await tab(text("app.tab.lobby")).click();
  await page.getByRole("heading", { name: text("app.family.dice"), exact: true }).waitFor();
  expect(await page.getByText("500,00").filter({ visible: true }).count()).toBe(0);
  await page.reload();
  await tab(text("app.tab.home")).click();
  await card.getByRole("button", { name: text("money.showBalance") }).click();
  await card.getByText("500,00").waitFor();
  await page.getByRole("link", { name: pattern("app.banner.provable") }).click();
  await page.getByText(text("verify.unwatched")).waitFor();
});

test("verify: another game and another of its periods", async () => {
  await page.getByRole("main").getByRole("button", { name: /phút/u }).first().click();
  const sheet = page.getByRole("dialog", { name: text("verify.choose") });
  await sheet.getByRole("radio", { name: text("game.name.PK10") }).click();
  await sheet
    .getByRole("button", { name: /Kỳ \d+(?!.*Chưa quay)/u })
    .last()
    .click();
  await page.waitForURL((url) => url.searchParams.get("code") === "PK10");
  await page.getByText(text("verify.unwatched")).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: text("verify.download") }).click();
  expect((await saved).suggestedFilename()).toMatch(/PK10.*\.json$/u);
});

test("the lobby: by family, by name, and with favourites that are stored", async () => {
  await page.goto(LOBBY);
  await page.getByRole("button", { name: text("app.family.racing"), exact: true }).click();
  await game(pattern("game.name.PK10")).waitFor();
  expect(await game(pattern("game.name.K3")).count()).toBe(0);
  await page.getByRole("button", { name: text("app.lobby.star", { game: text("game.name.XYFT") }) }).click();
  await page
    .getByRole("button", { name: text("app.lobby.unstar", { game: text("game.name.XYFT") }) })
    .waitFor();
  const saved = page.waitForResponse((reply) => reply.url().endsWith("/favourites") && reply.ok());
  await page.reload();
  await saved;
  await page.getByRole("button", { name: text("app.lobby.starred"), exact: true }).click();
  await game(pattern("game.name.XYFT")).waitFor();
  expect(await game(pattern("game.name.PK10")).count()).toBe(0);
  await page
    .getByRole("button", { name: text("app.lobby.unstar", { game: text("game.name.XYFT") }) })
    .click();
  await game(pattern("game.name.K3")).waitFor();
  await page.getByRole("button", { name: text("app.lobby.search") }).click();
  const search = page.getByRole("searchbox", { name: text("app.lobby.searchLabel") });
  await search.fill("xuc xac");
  await game(pattern("game.name.K3")).waitFor();
  expect(await game(pattern("game.name.FFC")).count()).toBe(0);
  await search.fill("poker");
  await page.getByText(text("app.lobby.none")).waitFor();
  await page.getByRole("button", { name: text("app.lobby.showAll") }).click();
  await game(pattern("game.name.FFC")).waitFor();
});

test("a bet is found by what people call it, by its code and by the keyboard alone", async () => {
  await page.goto("/pages-sub/game/index?code=FFC");
  await slipBar(page).waitFor();
  const find = page.getByRole("button", { name: text("play.game.find") });
  const search = page.getByRole("searchbox", { name: text("find.label") });
  const isShown = (mode: string) =>
    page
      .getByRole("tablist", { name: text("play.game.modes") })
      .getByRole("tab", { name: mode, selected: true })
      .waitFor();
  for (const typed of ["long hổ", "rong ho", "longhu", "LHD"]) {
    await find.click();
    await search.fill(typed);
    await page
      .getByRole("dialog", { name: text("play.game.find") })
      .getByRole("button", { name: new RegExp(`${text("five-digits.option.LHH")}.*×2,16`, "u") })
      .click();
    await isShown(text("five-digits.mode.LHD"));
    await page
      .getByRole("tablist", { name: text("play.game.modes") })
      .getByRole("tab")
      .first()
      .click();
  }
  await find.focus();
  await page.keyboard.press("Enter");
  await search.focus();
  await page.keyboard.type("ba cang");
  await page.getByText(pattern("find.found")).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await isShown(text("five-digits.mode.HS"));
  await page.goto(LOBBY);
});

test("a game: another one by its name, its guide with an example, its trends and results", async () => {
  await game(pattern("game.name.FFC")).click();
  // The heading is the name of the game; the button in it has its own label.
  const heading = page.getByRole("heading", { level: 1, name: text("game.name.FFC"), exact: true });
  await heading
    .getByRole("button", { name: text("play.game.switch", { name: text("game.name.FFC") }) })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: pattern("game.name.K3") })
    .click();
  await arrive(page, "/pages-sub/game/index?code=K3");
  await slipBar(page).waitFor();
  await page.getByRole("button", { name: text("play.random.label", { count: 5 }) }).click();
  await slipBar(page)
    .getByText(text("play.bets", { count: 5 }))
    .waitFor();

  await page.getByRole("button", { name: text("play.game.menu") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("app.page.guide") })
    .click();
  await page
    .getByRole("heading", { name: text("rules.guide.title", { game: text("game.name.K3") }) })
    .waitFor();
  const search = page.getByRole("searchbox", { name: text("rules.guide.search") });
  await search.fill("bo ba");
  await page.getByText(pattern("rules.guide.found")).waitFor();
  await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
  await page.getByText(text("rules.guide.youPick")).first().waitFor();
  await search.fill("zzz");
  await page.getByText(text("rules.guide.none")).waitFor();
  await page.getByRole("button", { name: text("app.lobby.showAll") }).click();

  await page
    .getByRole("link", { name: pattern("rules.guide.trends") })
    .or(page.getByRole("button", { name: pattern("rules.guide.trends") }))
    .click();
  await page.getByRole("heading", { name: text("trends.title", { game: text("game.name.K3") }) }).waitFor();
  await page.getByRole("radio", { name: "10", exact: true }).click();
  await page.getByRole("radio", { name: "10", exact: true, checked: true }).waitFor();
  await page.getByRole("tab", { name: text("trends.roads") }).click();
  await page.getByText(text("trends.bead")).first().waitFor();
  await page.getByRole("tab", { name: text("trends.results") }).click();
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByText(text("verify.unwatched")).waitFor();
  await back().click();
  await page
    .getByRole("tab", { name: text("trends.results"), selected: true })
    .or(page.getByRole("tab", { name: text("trends.table"), selected: true }))
    .waitFor();
});

test("a number is put on the board from the trends, and boards show how long each has not been drawn", async () => {
  await page.goto("/pages-sub/game/trends?code=FFC");
  const panel = page.getByRole("region", { name: text("omission.panel") });
  await panel.locator('button[data-cell="7"]').click();
  await panel
    .getByText(pattern("omission.sentence", { value: "7" }))
    .or(panel.getByText(pattern("omission.justDrawn", { value: "7" })))
    .waitFor();
  await panel.getByRole("button", { name: text("omission.toBoard", { count: 1 }) }).click();
  await arrive(page, "/pages-sub/game/index?code=FFC");
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 1, unit: "2,00" }))
    .waitFor();
  await page.locator('[data-cell="7"][aria-pressed="true"]').waitFor();
  const toggle = page.getByRole("switch", { name: text("omission.switch") });
  expect(await toggle.isChecked()).toBe(false);
  await toggle.click();
  await page.getByText(text("omission.legend")).waitFor();
  const cell = pattern("omission.cell");
  await page.getByRole("button", { name: cell }).first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: cell }).first().waitFor();
  await toggle.click();
  await expect.poll(() => page.getByRole("button", { name: cell }).count()).toBe(0);
  await page.goBack();
  await arrive(page, "/pages-sub/game/trends?code=FFC");
});

test("the last ten results open in place above the board, by keyboard too, and lead to their check", async () => {
  await page.goto("/pages-sub/game/index?code=FFC");
  await slipBar(page).waitFor();
  const handle = page.getByRole("button", { name: text("play.draw.lastTen") });
  await handle.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: text("play.draw.lastTen"), expanded: true }).waitFor();
  const results = page.getByRole("link", { name: /Kỳ \d+/u });
  await results.first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: text("play.draw.lastTen"), expanded: false }).waitFor();
  expect(await results.count()).toBe(0);
  await handle.click();
  await results.first().click();
  await page.getByText(text("verify.unwatched")).waitFor();
});
