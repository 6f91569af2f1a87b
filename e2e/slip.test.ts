import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00 in Ho Chi Minh City; each test uses different minutes. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const MINUTE = 60_000;
const TIMEOUT = { timeout: TIMEOUT_MS };
let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;
let username: string;
/** The minute the test begins in. */
let minute = START;
let players = 0;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START + 2000), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});

beforeEach(async () => {
  minute += 5 * MINUTE;
  await open.setTime(minute + 2000);
  players += 1;
  username = `slip_${players}`;
  token = await client.newPlayer(username, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url }));
  await storeSession(page, username);
});
afterEach(async () => {
  await context.close();
});

const sheet = () => page.getByRole("dialog", { name: text("play.slip.title") });
const confirm = (words: string) => sheet().getByRole("button", { name: words, exact: true });

/** Picks a cell of the shown board by its place on it. */
const pick = (at: number) => page.getByRole("tabpanel").locator("button[aria-pressed]").nth(at).tap();
/** Opens the slip as whoever looks at it before typing does: it is drawn behind the frame that answers the tap. */
async function openSheet(): Promise<void> {
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await sheet().waitFor(TIMEOUT);
}

/** The player's orders in a game, as the server has them. */
async function ordersIn(game: string): Promise<readonly BetRecord[]> {
  const reply = await client.get<{ list: BetRecord[] }>(
    `/api/lottery/orderList/${game}?range=3d&tz_offset=420`,
    token,
  );
  return reply.data.list;
}

test("several lines and their stake survive a reload and a login", async () => {
  await openGame(page, "FFC");
  await pick(0);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.add") })
    .tap();
  await pick(1);
  await openSheet();
  for (const key of ["7", "5"]) await page.keyboard.press(key);
  await confirm(text("play.slip.confirm", { count: "2", unit: "75,00", total: "150,00" }))
    .or(sheet().getByText(text("play.slip.missing", { amount: "50,00" })))
    .first()
    .waitFor(TIMEOUT);
  await page.keyboard.press("Backspace");
  await confirm(text("play.slip.confirm", { count: "2", unit: "7,00", total: "14,00" })).waitFor(TIMEOUT);

  await page.reload();
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 1, unit: "7,00" }))
    .waitFor(TIMEOUT);

  // The session ends elsewhere: back through the login to the same game and the same slip.
  await page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem("lotus.session"));
    localStorage.setItem("lotus.session", JSON.stringify({ ...kept, state: { ...kept.state, accessToken: "", jwtToken: "" } }));
  }`);
  await page.reload();
  await page.waitForURL((url) => url.pathname === "/pages/auth/login", TIMEOUT);
  await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/pages-sub/game/index", TIMEOUT);
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 1, unit: "7,00" }))
    .waitFor(TIMEOUT);
  await openSheet();
  await confirm(text("play.slip.confirm", { count: "2", unit: "7,00", total: "14,00" })).tap();
  await page
    .getByText(pattern("play.slip.placed", { count: 2 }))
    .first()
    .waitFor(TIMEOUT);
  expect((await ordersIn("FFC")).map(({ total }) => total)).toEqual(["7.00", "7.00"]);

  // The next slip begins with the stake last used, in another game as well.
  await openGame(page, "K3");
  await pick(0);
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 1, unit: "7,00" }))
    .waitFor(TIMEOUT);
});

test("a line is edited on the board and removed", async () => {
  await openGame(page, "FFC");
  await pick(0);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.add") })
    .tap();
  await pick(1);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.add") })
    .tap();
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await sheet()
    .getByRole("button", { name: text("play.slip.edit") })
    .first()
    .tap();
  await sheet().waitFor({ state: "hidden" });
  await pick(2);
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 2, unit: "2,00" }))
    .waitFor(TIMEOUT);
  await openSheet();
  await confirm(text("play.slip.confirm", { count: "3", unit: "2,00", total: "6,00" })).waitFor(TIMEOUT);
  await sheet()
    .getByRole("button", { name: pattern("play.slip.remove") })
    .first()
    .tap();
  await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).waitFor(TIMEOUT);
});

test("on a slow network two taps are one order", async () => {
  await openGame(page, "FFC");
  await pick(0);
  await openSheet();
  const network = await context.newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 1500,
    downloadThroughput: 4_000,
    uploadThroughput: 4_000,
  });
  await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).dblclick();
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor(TIMEOUT);
  expect(await ordersIn("FFC")).toHaveLength(1);
});

test("a lost reply is retried with the same key: one order, paid once", async () => {
  await openGame(page, "FFC");
  await pick(0);
  await openSheet();
  const keys: (string | null)[] = [];
  await page.route("**/api/lottery/order/FFC", async (route) => {
    keys.push(await route.request().headerValue("idempotency-key"));
    // The server accepts the first request, but its response never arrives.
    const reply = await route.fetch();
    await (keys.length === 1 ? route.abort() : route.fulfill({ response: reply }));
  });
  await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).tap();
  await sheet().getByText(text("play.slip.unanswered")).waitFor(TIMEOUT);
  expect(await ordersIn("FFC")).toHaveLength(1);

  // The retry is one tap, and the first reply comes again.
  await sheet()
    .getByRole("button", { name: text("play.slip.tryAgain") })
    .tap();
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor(TIMEOUT);
  expect(new Set(keys)).toHaveLength(1);
  expect(await ordersIn("FFC")).toHaveLength(1);
  expect((await client.post<{ balance: string }>("/api/user/getUserInfo", {}, token)).data.balance).toBe(
    "98.00",
  );
});

test("sales close while the slip is open: nothing is sent until the player takes the next period", async () => {
  await openGame(page, "FFC");
  await pick(0);
  await openSheet();
  await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).waitFor(TIMEOUT);
  const seen = await client.get<{ prizeNo: string }>("/api/lottery/current/FFC");
  await open.setTime(minute + 57_000);
  // The app's clock is corrected by the server's next response.
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
  await sheet().getByText(pattern("play.slip.periodClosed")).waitFor({ timeout: 80_000 });
  // Nobody tried to send it.
  expect(await sheet().getByText(text("play.slip.nothingSent")).count()).toBe(0);
  expect(await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).count()).toBe(
    0,
  );
  await sheet()
    .getByRole("button", { name: pattern("play.slip.moveTo") })
    .tap();
  await open.setTime(minute + MINUTE + 1000);
  await confirm(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" })).tap(TIMEOUT);
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor(TIMEOUT);
  const orders = await ordersIn("FFC");
  expect(orders.map(({ prizeNo }) => prizeNo > seen.data.prizeNo)).toEqual([true]);
});

test("a game that opens later says when, and nothing is picked on it", async () => {
  await openGame(page, "XYFT");
  await page
    .getByRole("status")
    .filter({ hasText: text("play.game.closed") })
    .waitFor(TIMEOUT);
  await page
    .getByText(text("app.games.opensAt", { time: "13:04" }))
    .first()
    .waitFor(TIMEOUT);
  // What is inert is not even found by a press.
  await page.locator("[role=tabpanel] [data-cell]").first().dispatchEvent("click");
  expect(await page.locator("[role=tabpanel] [aria-pressed=true]").count()).toBe(0);
  const bet = slipBar(page).getByRole("button", { name: text("play.slip.bet") });
  expect(await bet.isDisabled()).toBe(true);
});
