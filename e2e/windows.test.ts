import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { confirmSlip, openSlip, pickCell, placeBet, slipSheet } from "./testing/place-bet.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00 in Ho Chi Minh City; each test uses different minutes. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const MINUTE = 60_000;
const MINE = "/pages/tabbar/mine";
const DEVICES = "/pages-sub/settings/devices";
const ENDED = text("codes.SESSION_ENDED");

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;
let username: string;
let players = 0;
/** The streams of events that this browser has opened and not closed. */
let streams: Set<unknown>;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START + 2000), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});

beforeEach(async () => {
  players += 1;
  await open.setTime(START + players * MINUTE + 2000);
  username = `window_${players}`;
  token = await client.newPlayer(username, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  streams = new Set();
  context.on("request", (request) => {
    if (request.url().endsWith("/api/stream")) streams.add(request);
  });
  const closed = (request: unknown) => void streams.delete(request);
  context.on("requestfinished", closed).on("requestfailed", closed);
  await storeSession(page, username);
});
afterEach(() => context.close());

const shows = (where: Page, balance: string) =>
  where.getByText(balance, { exact: true }).filter({ visible: true }).first().waitFor();

async function recharge(amount: string): Promise<void> {
  const order = { type: "recharge", amount, channel_id: "demo" };
  expect(await client.post("/api/user/makeOrder", order, token)).toMatchObject({ code: 0 });
}

async function newWindow(path: string): Promise<Page> {
  const window = await context.newPage();
  await window.goto(path);
  return window;
}

test("the balance is updated in every window over one stream that survives its window", async () => {
  await page.goto("/");
  await shows(page, "100,00");
  const other = await newWindow(MINE);
  await shows(other, "100,00");
  await recharge("50.00");
  await Promise.all([page, other].map((where) => shows(where, "150,00")));
  expect(streams.size).toBe(1);

  await page.close();
  await expect.poll(() => streams.size).toBe(1);
  await recharge("25.00");
  await shows(other, "175,00");
});

test("logging out in one window logs out all, and logging in again brings them all back", async () => {
  const [game, mine] = [page, await newWindow(MINE)];
  await openGame(game, "K3");
  await mine.getByRole("button", { name: text("app.mine.logOut") }).click();
  await mine
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await arrive(mine, LOGIN);
  // Each window remembers where it was.
  await arrive(game, `${LOGIN}?redirect=${encodeURIComponent("/pages-sub/game/index?code=K3")}`);
  // Only a window in which it was not tapped needs a message.
  await game.getByText(text("auth.ended.logout")).waitFor();
  expect(await mine.getByText(/đã đăng xuất/u).count()).toBe(0);
  await logIn(mine, username);
  await game.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await game.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await slipBar(game).waitFor();
});

test("a login of another player in one window applies to all", async () => {
  const next = `other_${players}`;
  await client.newPlayer(next, "30.00");
  await page.goto(MINE);
  const loginPage = await newWindow(LOGIN);
  await logIn(loginPage, next);
  await arrive(page, "/");
  await shows(page, "30,00");
  expect(await page.getByText("100,00").filter({ visible: true }).count()).toBe(0);
});

test("with seven windows open a bet can still be placed in each of the last two", async () => {
  await page.goto("/");
  const paths = [MINE, "/pages/tabbar/center", "/pages-sub/record/betting", "/pages-sub/report/index"];
  for (const path of paths) await newWindow(path);
  const last = [await context.newPage(), await context.newPage()];
  expect(context.pages()).toHaveLength(7);
  for (const [at, window] of last.entries()) {
    await openGame(window, at === 0 ? "FFC" : "K3");
    await placeBet(window);
  }
  // A browser opens six connections to a server; a stream for each window would have taken them all.
  expect(streams.size).toBe(1);
  await Promise.all([...last, page].map((window) => shows(window, "96,00")));
});

test("a slip survives the end of the session and can be placed after login", async () => {
  await openGame(page, "FFC");
  await pickCell(page, 0);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.add") })
    .tap();
  await pickCell(page, 1);
  await openSlip(page);
  for (const key of ["1", "2"]) await page.keyboard.press(key);
  await slipSheet(page)
    .getByRole("button", { name: text("play.slip.confirm", { count: "2", unit: "12,00", total: "24,00" }) })
    .waitFor();
  const { data } = await client.post<{ token: string }>("/api/user/login", {
    username,
    password: "lua-chin-vang-8",
  });
  await client.post("/api/user/sessions", { session_id: "others" }, data.token);
  // The server notifies the open window, which shows the reason and goes to the login.
  await page.getByText(ENDED).first().waitFor();
  await arrive(page, `${LOGIN}?redirect=${encodeURIComponent("/pages-sub/game/index?code=FFC")}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByLabel(text("auth.username")).inputValue()).toBe(username);
  await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await slipBar(page).getByText("12,00").first().waitFor();
  await openSlip(page);
  await slipSheet(page)
    .getByRole("button", { name: pattern("play.slip.confirm", { unit: "12,00" }) })
    .tap();
  await page.getByText(pattern("play.slip.placed")).first().waitFor();
});

test("a device is signed out from another one by name, at once, and the other stays signed in", async () => {
  const far = await openPhone(browser, { baseURL: open.url, still: true });
  await storeSession(far.page, username);
  await far.page.goto("/pages-sub/report/index");
  await page.goto(DEVICES);
  const others = page.getByRole("button", { name: text("account.devices.endOf", { name: "Chrome" }) });
  await others.first().waitFor();
  const before = await others.count();
  // The newest of the others is first: the remote one.
  await others.first().click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await page
    .getByText(text("account.devices.ended", { count: 1 }))
    .first()
    .waitFor();
  await far.page.getByText(ENDED).first().waitFor();
  await arrive(far.page, `${LOGIN}?redirect=${encodeURIComponent("/pages-sub/report/index")}`);
  const why = far.page.getByText(text("auth.ended.device"));
  await why.waitFor();
  // The message stays until the player returns and logs in.
  await far.page.reload();
  await why.waitFor();
  await expect.poll(() => others.count()).toBe(before - 1);
  expect(addressOf(page)).toBe(DEVICES);
  await recharge("5.00");
  await page.goto(MINE);
  await shows(page, "105,00");
  await far.context.close();
});

test("a bet of another device appears on an open game page, with its cost", async () => {
  const far = await openPhone(browser, { baseURL: open.url, still: true });
  await storeSession(far.page, username);
  await Promise.all([openGame(page, "FFC"), openGame(far.page, "FFC")]);
  await shows(page, "100,00");
  await placeBet(far.page);
  await page
    .getByRole("button", { name: pattern("play.open.strip", { count: 1, total: "2,00" }) })
    .first()
    .waitFor();
  await shows(page, "98,00");
  await far.context.close();
});

test("a bet cancelled in one window is shown as cancelled in the other", async () => {
  await openGame(page, "FFC");
  await placeBet(page);
  const [list, other] = [
    await newWindow("/pages-sub/record/betting"),
    await newWindow("/pages-sub/record/betting"),
  ];
  await other.getByText(text("play.status.notDrawn")).waitFor();
  await list.getByText(text("play.status.notDrawn")).click();
  await list
    .getByRole("dialog")
    .getByRole("button", { name: text("play.detail.cancel") })
    .click();
  await list
    .getByRole("alertdialog")
    .getByRole("button", { name: text("play.detail.cancel") })
    .click();
  await list
    .getByText(text("play.detail.cancelled", { refund: "2,00" }))
    .first()
    .waitFor();
  await other.getByText(text("play.status.cancelled")).waitFor();
  await shows(page, "100,00");
});

test("confirming twice in two windows is two bets, each with its own slip", async () => {
  const other = await context.newPage();
  await Promise.all([openGame(page, "FFC"), openGame(other, "FFC")]);
  for (const window of [page, other]) {
    await pickCell(window);
    await openSlip(window);
  }
  await Promise.all([page, other].map((window) => confirmSlip(window)));
  await Promise.all([page, other].map((window) => shows(window, "96,00")));
});
