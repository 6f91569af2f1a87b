import type { BetRecord } from "@lotus/contract";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { collectErrors } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
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
let minute = START;
let players = 0;
const errors: string[] = [];

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
  username = `onetap_${players}`;
  token = await client.newPlayer(username, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url }));
  collectErrors(page, errors);
  await storeSession(page, username);
});
afterEach(async () => {
  await context.close();
});

const bar = (name: string | RegExp) => slipBar(page).getByRole("button", { name, exact: true });

/** Picks a cell of the shown board by its place on it. */
const pick = (at: number) => page.getByRole("tabpanel").locator("button[aria-pressed]").nth(at).tap();
const bet = () => page.locator("[data-one-tap]");
const sheet = () => page.getByRole("dialog", { name: text("play.slip.title") });
const undo = () => page.getByRole("button", { name: text("oneTap.undo"), exact: true });

/** Switches one tap on, from the slip. */
async function switchOn(most?: string): Promise<void> {
  await pick(0);
  await bar(text("play.slip.bet")).tap();
  await sheet()
    .getByRole("button", { name: text("slips.oneTap") })
    .tap();
  const dialog = page.getByRole("dialog", { name: text("oneTap.title") });
  await dialog.getByRole("switch").tap();
  if (most !== undefined) await dialog.getByLabel(text("oneTap.most")).fill(most);
  await dialog.getByRole("button", { name: text("oneTap.save") }).tap();
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "hidden" });
}

/** The player's orders of FFC, as the server has them. */
async function orders(): Promise<readonly BetRecord[]> {
  const reply = await client.get<{ list: BetRecord[] }>(
    "/api/lottery/orderList/FFC?range=3d&tz_offset=420",
    token,
  );
  return reply.data.list;
}

const balance = async () =>
  (await client.post<{ balance: string }>("/api/user/getUserInfo", {}, token)).data.balance;

test("by choice one tap bets, the button says what it does, and within eight seconds it is undone", async () => {
  await openGame(page, "FFC");
  await switchOn();
  await pick(2);
  await expect
    .poll(() => bet().innerText(), TIMEOUT)
    .toContain(text("play.slip.confirm", { count: "2", unit: "2,00", total: "4,00" }));
  await bet().tap();
  await undo().waitFor(TIMEOUT);
  expect((await orders()).map(({ total, status }) => [total, status])).toEqual([["4.00", "notDrawn"]]);
  expect(await balance()).toBe("96.00");
  expect(await sheet().isVisible()).toBe(false);

  await undo().tap();
  await page.getByText(pattern("oneTap.undone")).first().waitFor(TIMEOUT);
  expect((await orders()).map(({ status }) => status)).toEqual(["cancelled"]);
  expect(await balance()).toBe("100.00");
  // The picks are back on the board, and can be bet again.
  expect(await page.getByRole("tabpanel").locator("button[aria-pressed=true]").count()).toBe(2);
  await bet().tap();
  await undo().waitFor(TIMEOUT);
  expect(await balance()).toBe("96.00");
  expect(errors.splice(0)).toEqual([]);
});

test("above the most, for another period and after a reload, the slip is shown first", async () => {
  await openGame(page, "FFC");
  await switchOn("3");
  await pick(2);
  await bar(text("play.slip.bet")).tap();
  await sheet().waitFor(TIMEOUT);
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "hidden" });
  await pick(0);
  await bet().waitFor(TIMEOUT);

  await page.reload();
  await bar(text("play.slip.bet")).tap(TIMEOUT);
  await sheet().waitFor(TIMEOUT);
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "hidden" });
  await pick(2);
  await pick(0);
  await bet().waitFor(TIMEOUT);
  await open.setTime(minute + MINUTE + 1000);
  await bar(text("play.slip.bet")).waitFor(TIMEOUT);
  expect(await bet().count()).toBe(0);
  expect(await orders()).toEqual([]);
  expect(errors.splice(0)).toEqual([]);
});

test("a lost reply opens the slip, and the bet is placed once", async () => {
  await openGame(page, "FFC");
  await switchOn();
  let sent = 0;
  await page.route("**/api/lottery/order/FFC", async (route) => {
    sent += 1;
    // The server accepts the bet, but its reply never arrives.
    const reply = await route.fetch();
    await (sent === 1 ? route.abort() : route.fulfill({ response: reply }));
  });
  await pick(2);
  await bet().tap();
  await sheet().getByText(text("play.slip.unanswered")).waitFor(TIMEOUT);
  await sheet()
    .getByRole("button", { name: text("play.slip.tryAgain") })
    .tap();
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor(TIMEOUT);
  expect((await orders()).map(({ total }) => total)).toEqual(["4.00"]);
  expect(await balance()).toBe("96.00");
});

test("the next player of the device bets through the slip", async () => {
  await openGame(page, "FFC");
  await switchOn();
  await pick(2);
  await bet().waitFor(TIMEOUT);
  const other = `other_${players}`;
  await client.newPlayer(other, "100.00");
  await page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem("lotus.session"));
    localStorage.setItem("lotus.session", JSON.stringify({ ...kept, state: { ...kept.state, accessToken: "", jwtToken: "" } }));
  }`);
  await page.goto("/pages/auth/login");
  await logIn(page, other);
  await openGame(page, "FFC");
  await pick(2);
  await bar(text("play.slip.bet")).tap();
  await sheet().waitFor(TIMEOUT);
  expect(await bet().count()).toBe(0);
});
