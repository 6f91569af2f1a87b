import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { ServerClient } from "./testing/server-client.ts";
import { pattern, text } from "./testing/text.ts";
import { type Typist, typistAt } from "./testing/typist.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "laptop_1";
const CONFIRM = { count: "1", unit: "5,00", total: "5,00" };

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
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true, width: 1440, height: 900 }));
  typist = typistAt(page);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
});

const slip = () => page.locator("[data-docked]");
const pane = () => page.getByRole("complementary", { name: text("wide.beside") });
const go = async (key: string, path: string) => {
  await typist.press("g");
  await typist.press(key);
  await arrive(page, path);
};

// One day, without a mouse.
test("log in", async () => {
  await page.goto(LOGIN);
  await typist.tabTo(page.getByLabel(text("auth.username")));
  await page.keyboard.type(NAME);
  await typist.tabTo(page.getByLabel(text("auth.password"), { exact: true }));
  await page.keyboard.type("lua-chin-vang-8");
  await typist.press("Enter");
  await arrive(page, "/");
  // The frame of a wide window: no tab bar below, the games at the left.
  await page.getByRole("navigation", { name: text("app.home.games") }).waitFor();
  expect(await page.getByRole("navigation", { name: text("app.tabs") }).count()).toBe(1);
});

test("? lists the keys, Escape and the history close the list, and the page behind it stays", async () => {
  const list = page.getByRole("dialog", { name: text("wide.keys.title") });
  await typist.press("?");
  await list.waitFor();
  await typist.press("Escape");
  await list.waitFor({ state: "detached" });
  await typist.press("?");
  await list.waitFor();
  await page.goBack();
  await list.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/");
});

test("/ searches where one is: a bet on a board, a number in the records, a game elsewhere", async () => {
  await go("4", "/pages-sub/game/index");
  await page.getByRole("tabpanel").locator("[data-cell]").first().waitFor();
  await typist.press("/");
  const find = page.getByRole("dialog", { name: text("play.game.find") });
  await find.getByRole("searchbox").waitFor();
  await typist.press("Escape");
  await find.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/pages-sub/game/index?code=K3");
  await go("m", "/pages/tabbar/mine");
  await typist.press("/");
  await page.getByRole("searchbox", { name: text("app.lobby.searchLabel") }).waitFor();
  await page.goto("/");
  await page.getByRole("navigation", { name: text("app.home.games") }).waitFor();
});

test("a game, picks by digits, a bet in two presses of Enter", async () => {
  await go("4", "/pages-sub/game/index");
  await page.getByRole("tabpanel").locator("[data-cell]").first().waitFor();
  await pane().waitFor();
  expect(await slip().count()).toBe(0);
  await typist.press("1");
  await slip().waitFor();
  const { list: before } = await bets();
  // Held down it leads to the slip, and bets nothing.
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await typist.expectSeenFocus();
  expect((await bets()).list).toHaveLength(before.length);
  await typist.press("Escape");
  expect(await typist.hasFocus(page.locator("[data-cell]").first())).toBe(true);
  await typist.press("Enter");
  await typist.press("5");
  const confirm = slip().getByRole("button", { name: text("play.slip.confirm", CONFIRM) });
  await confirm.waitFor();
  expect(await typist.hasFocus(confirm)).toBe(true);
  await typist.press("Enter");
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor();
  await slip().waitFor({ state: "detached" });
  await pane()
    .getByRole("heading", { name: text("wide.running") })
    .waitFor();
  expect((await bets()).list.map(({ total }) => total)).toEqual(["5.00"]);
});

test("the result comes beside the board, and stands in the records", async () => {
  await open.setTime(Date.UTC(2026, 10, 21, 3, 1, 0) + 20);
  await pane()
    .getByRole("heading", { name: text("wide.running") })
    .waitFor({ state: "detached" });
  await go("m", "/pages/tabbar/mine");
  await typist.tabTo(page.getByRole("main").getByRole("link", { name: text("app.mine.bets") }));
  await typist.press("Enter");
  await arrive(page, "/pages-sub/record/betting");
  await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(text("game.name.K3"), "u") })
    .first()
    .waitFor();
});

test("a record stands beside its list: Enter shows it, arrows go on to the next, Escape leads back", async () => {
  await go("m", "/pages/tabbar/mine");
  await typist.tabTo(page.getByRole("main").getByRole("link", { name: text("app.mine.transactions") }));
  await typist.press("Enter");
  await arrive(page, "/pages-sub/record/transaction");
  const beside = page.getByRole("complementary", { name: text("records.pane") });
  const rows = page.locator("main [data-row]");
  await beside.getByText(text("records.choose")).waitFor();
  await typist.tabTo(rows.first());
  await typist.press("ArrowDown");
  expect(await typist.hasFocus(rows.nth(1))).toBe(true);
  expect(await page.locator("[data-beside]").count()).toBe(0);
  await typist.press("Enter");
  await page.locator("[data-beside]").waitFor();
  const shown = async () => [
    await rows.first().getAttribute("aria-current"),
    await rows.nth(1).getAttribute("aria-current"),
  ];
  expect(await shown()).toEqual([null, "true"]);
  await typist.press("ArrowUp");
  await expect.poll(shown).toEqual(["true", null]);
  // No dialog covers the list, and the page is the same.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await typist.press("Escape");
  await beside.getByText(text("records.choose")).waitFor();
  expect(addressOf(page)).toBe("/pages-sub/record/transaction");
  // In a narrower window the same record is in a sheet above the list, and "back" closes it.
  await rows.first().click();
  await page.setViewportSize({ width: 834, height: 1112 });
  await page.getByRole("dialog").waitFor();
  await page.evaluate("history.back()");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/pages-sub/record/transaction");
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the forms of recharge and withdrawal, and the settings", async () => {
  for (const [name, path] of [
    ["app.page.recharge", "/pages-sub/recharge/index"],
    ["app.page.withdraw", "/pages-sub/withdraw/index"],
  ] as const) {
    await go("m", "/pages/tabbar/mine");
    await typist.tabTo(page.getByRole("main").getByRole("button", { name: text(name), exact: true }));
    await typist.press("Enter");
    await arrive(page, path);
    await page.getByRole("heading", { name: text(name) }).waitFor();
  }
  await go("m", "/pages/tabbar/mine");
  await typist.tabTo(page.getByRole("main").getByRole("button", { name: text("app.page.settings") }));
  await typist.press("Enter");
  await arrive(page, "/pages-sub/settings/index");
  await typist.tabTo(page.getByRole("button", { name: text("app.page.appearance") }));
  await typist.press("Enter");
  await arrive(page, "/pages-sub/settings/appearance");
  // The list of settings stays at the left, and "back" leads out of it at once.
  await page.getByRole("navigation", { name: text("app.page.settings") }).waitFor();
});

test("log out", async () => {
  await go("m", "/pages/tabbar/mine");
  await typist.tabTo(page.getByRole("main").getByRole("button", { name: text("app.mine.logOut") }));
  await typist.press("Enter");
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: text("app.mine.logOut") });
  await confirm.waitFor();
  await typist.tabTo(confirm);
  await typist.press("Enter");
  await arrive(page, LOGIN);
});

test("picks stay as the window turns and grows, and the slip is beside the board where there is room", async () => {
  await logIn(page, NAME);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/pages-sub/game/index?code=K3");
  const cell = page.getByRole("tabpanel").locator("[data-cell]").first();
  await cell.tap();
  const bar = page.getByRole("button", { name: new RegExp(`^${text("play.slip.open")}, 1 `, "u") });
  await bar.waitFor();
  for (const [width, height] of [
    [812, 375],
    [1440, 900],
    [834, 1112],
  ] as const) {
    await page.setViewportSize({ width, height });
    await slip().waitFor();
    expect(await cell.getAttribute("aria-pressed")).toBe("true");
    expect(await bar.count()).toBe(0);
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await bar.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await cell.getAttribute("aria-pressed")).toBe("true");
});

/** What the window tells of a draw, read at each frame. */
interface Told {
  readonly moving: boolean;
  /** The list beside the board has it. */
  readonly listed: boolean;
  /** Its bet is no longer among those that run. */
  readonly settled: boolean;
  readonly balance: string;
}

test("a draw is told nowhere in the window before its balls have dropped", async () => {
  const { page: watching } = await openPhone(browser, { baseURL: open.url, width: 1440, height: 900 });
  await storeSession(watching, NAME);
  const prizeNo = "202611210602";
  const bets = [{ option_id: "LHD.LHH", amount: "2", groups: [{ code: "1v2", items: ["dragon", "tiger"] }] }];
  expect(await client.post("/api/lottery/order/FFC", { prize_no: prizeNo, bets }, token)).toMatchObject({
    code: 0,
  });
  await watching.goto("/pages-sub/game/index?code=FFC");
  await watching.getByRole("heading", { name: text("wide.running") }).waitFor();
  const row = `aside a[href*="${prizeNo}"]`;
  await watching.evaluate(`{
    const told = (window.told = []);
    const look = () => {
      told.push({
        moving: document.querySelector('button[aria-label="${text("play.draw.skip")}"]') !== null,
        listed: document.querySelector('${row}') !== null,
        settled: document.querySelector('#pane-bets') === null,
        balance: document.querySelector('header a + div')?.textContent ?? "",
      });
      requestAnimationFrame(look);
    };
    look();
  }`);
  await open.setTime(Date.UTC(2026, 10, 21, 3, 2, 0) + 20);
  await watching.locator(row).waitFor();
  await expect.poll(() => watching.locator("#pane-bets").count()).toBe(0);
  // The page wrote them above.
  const told = await watching.evaluate<readonly Told[]>("window.told");
  const lastMoving = told.findLastIndex(({ moving }) => moving);
  expect(lastMoving).toBeGreaterThan(0);
  const [first] = told;
  expect(told.slice(0, lastMoving + 1).filter(({ listed, settled }) => listed || settled)).toEqual([]);
  expect(new Set(told.slice(0, lastMoving + 1).map(({ balance }) => balance))).toEqual(
    new Set([first?.balance]),
  );
  expect(first?.balance).toMatch(/\d/u);
});

async function bets(): Promise<{ list: readonly BetRecord[] }> {
  const { data } = await client.get<{ list: BetRecord[] }>(
    "/api/lottery/orderList/K3?range=today&tz_offset=420",
    token,
  );
  return data;
}
