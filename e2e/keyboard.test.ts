import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { slipSheet } from "./testing/place-bet.ts";
import { pattern, text } from "./testing/text.ts";
import { type Typist, typistAt } from "./testing/typist.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "typist_1";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let page: Page;
let token: string;
let typist: Typist;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "100.00");
  // By now the first games have results to show.
  await open.setTime(START + 70_000);
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true }));
  typist = typistAt(page);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
});

const press = (key: string) => typist.press(key);
const hasFocus = (target: Locator) => typist.hasFocus(target);
const expectSeenFocus = () => typist.expectSeenFocus();
const tabTo = (target: Locator) => typist.tabTo(target);

test("log in", async () => {
  await page.goto(LOGIN);
  await tabTo(page.getByLabel(text("auth.username")));
  await page.keyboard.type(NAME);
  await tabTo(page.getByLabel(text("auth.password"), { exact: true }));
  await page.keyboard.type("wrong-password");
  await press("Enter");
  // Refused: the field shows the error and is focused.
  await page.getByText(text("codes.WRONG_CREDENTIALS")).waitFor();
  await expect.poll(() => hasFocus(page.getByLabel(text("auth.password"), { exact: true }))).toBe(true);
  await press("ControlOrMeta+A");
  await page.keyboard.type("lua-chin-vang-8");
  await press("Enter");
  await arrive(page, "/");
});

test("to the games by the tab bar, and into one", async () => {
  await page.getByRole("heading", { name: text("app.home.latest") }).waitFor();
  await tabTo(
    page
      .getByRole("navigation", { name: text("app.tabs") })
      .getByRole("link", { name: text("app.tab.lobby") }),
  );
  await press("Enter");
  await arrive(page, "/pages/tabbar/center");
  await page.getByRole("link", { name: pattern("game.name.K3") }).waitFor();
  // The focus moves to the beginning of the new page.
  await expect.poll(() => hasFocus(page.getByRole("main"))).toBe(true);
  await tabTo(page.getByRole("link", { name: pattern("game.name.K3") }));
  await press("Enter");
  await slipBar(page).waitFor();
});

test("the menu opens, keeps the focus inside, and gives it back", async () => {
  const menu = page.getByRole("button", { name: text("play.game.menu") });
  await tabTo(menu);
  await press("Enter");
  const sheet = page.getByRole("dialog", { name: text("game.name.K3") });
  await sheet.waitFor();
  const rows = await sheet.getByRole("button").count();
  for (let step = 0; step <= rows + 1; step += 1) {
    await press("Tab");
    const where = await page.evaluate(
      `document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement)`,
    );
    expect(where).toBe(true);
  }
  await press("Escape");
  await sheet.waitFor({ state: "detached" });
  expect(await hasFocus(menu)).toBe(true);
});

test("modes by arrows, cells by arrows, space picks", async () => {
  const modes = page.getByRole("tablist", { name: text("play.game.modes") });
  await tabTo(modes.getByRole("tab", { selected: true }));
  const first = await modes.getByRole("tab", { selected: true }).textContent();
  await press("ArrowRight");
  await expectSeenFocus();
  expect(await modes.getByRole("tab", { selected: true }).textContent()).not.toBe(first);
  await press("ArrowLeft");
  expect(await modes.getByRole("tab", { selected: true }).textContent()).toBe(first);
  const cells = page.getByRole("tabpanel").locator("[data-cell]");
  await tabTo(cells.first());
  await press("ArrowRight");
  await expectSeenFocus();
  await press("Space");
  await press("End");
  await expectSeenFocus();
  await press("Space");
  expect(await cells.nth(1).getAttribute("aria-pressed")).toBe("true");
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 2, unit: "2,00" }))
    .waitFor();
});

test("the slip opens, closes by Escape, opens again, takes a stake and bets", async () => {
  const bet = slipBar(page).getByRole("button", { name: text("play.slip.bet") });
  await tabTo(bet);
  await press("Enter");
  await slipSheet(page).waitFor();
  await press("Escape");
  await slipSheet(page).waitFor({ state: "detached" });
  expect(await hasFocus(bet)).toBe(true);
  await press("Enter");
  await slipSheet(page).waitFor();
  await page.keyboard.type("7,5");
  const confirm = slipSheet(page).getByRole("button", {
    name: text("play.slip.confirm", { count: "2", unit: "7,50", total: "15,00" }),
  });
  await confirm.waitFor();
  await tabTo(confirm);
  await press("Enter");
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor();
  await slipSheet(page).waitFor({ state: "detached" });
  const reply = await client.get<{ list: BetRecord[] }>(
    "/api/lottery/orderList/K3?range=today&tz_offset=420",
    token,
  );
  expect(reply.data.list.map(({ total }) => total)).toEqual(["15.00"]);
});

test("after betting the disabled button loses the focus to the page, and Tab starts from its beginning", async () => {
  expect(
    await slipBar(page)
      .getByRole("button", { name: text("play.slip.bet") })
      .isDisabled(),
  ).toBe(true);
  await expect.poll(() => hasFocus(page.getByRole("main"))).toBe(true);
  await press("Tab");
  await expectSeenFocus();
  expect(await hasFocus(page.getByRole("button", { name: text("app.back") }))).toBe(true);
});
