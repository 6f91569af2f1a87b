import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { arrive } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { confirmSlip, openSlip, pickCell } from "./testing/place-bet.ts";
import { ServerClient } from "./testing/server-client.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const MINUTE = 60_000;
const NAME = "learner_1";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;
/** Requests of the page while it shows practice. */
let requests: Request[] | null = null;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  page.on("request", (request) => requests?.push(request));
  await storeSession(page, NAME);
});
afterAll(async () => {
  client.close();
  await context.close();
  await closeWindows(browser);
  await open.close();
});

const band = () => page.getByText(text("practice.band"));
const slip = () => page.getByRole("dialog", { name: text("practice.over.play.slip.title") });

async function betPoints(): Promise<void> {
  await page.getByRole("button", { name: text("practice.over.play.slip.bet") }).tap();
  await slip()
    .getByRole("button", { name: pattern("practice.over.play.slip.confirm") })
    .tap();
  await page.getByText(pattern("practice.waiting", { count: 1 })).waitFor();
}

async function serverSays(): Promise<{ balance: string; orders: readonly BetRecord[] }> {
  const { data: orders } = await client.get<{ list: BetRecord[] }>(
    "/api/lottery/orderList/K3?range=3d&tz_offset=420",
    token,
  );
  const { data: balance } = await client.get<string>("/api/balance", token);
  return { balance, orders: orders.list };
}

test("practice bets points on real draws, sends nothing, and leaves the slip of money as it was", async () => {
  await openGame(page, "K3");
  await pickCell(page, 2);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.add") })
    .tap();
  await slipBar(page)
    .getByText(text("play.bets", { count: 1 }))
    .first()
    .waitFor();

  await page.getByRole("button", { name: text("play.game.menu") }).tap();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("play.game.practice") })
    .tap();
  await arrive(page, "/pages-sub/game/index?code=K3&practice=1");
  await band().waitFor();
  requests = [];
  // The slip of money is not here.
  await page.getByText(text("play.slip.nothing")).waitFor();
  await pickCell(page, 0);
  await betPoints();
  await page.getByText(text("practice.points", { amount: "9.998,00" })).waitFor();
  expect(await serverSays()).toEqual({ balance: "100.00", orders: [] });

  await open.setTime(START + MINUTE);
  await page.getByText(pattern("practice.settled")).waitFor({ timeout: TIMEOUT_MS });

  // A draw while the app is closed is settled from the results once it is open again.
  await pickCell(page, 0);
  await betPoints();
  const own = requests;
  requests = null;
  await page.goto("about:blank");
  await open.setTime(START + 4 * MINUTE);
  requests = own;
  await page.goto("/pages-sub/game/index?code=K3&practice=1");
  await band().waitFor();
  await page.getByText(pattern("practice.settled")).waitFor({ timeout: TIMEOUT_MS });
  await page
    .locator("main header")
    .getByRole("button", { name: pattern("practice.points") })
    .tap();
  const records = page.getByRole("dialog", { name: text("practice.records") });
  expect(await records.getByRole("listitem").count()).toBe(2);
  await page.keyboard.press("Escape");

  // All of it were reads, and what is practice was in none of them: no picks, no stakes, no points.
  const sent = own.map((request) => ({
    method: request.method(),
    path: new URL(request.url()).pathname,
    query: new URL(request.url()).search,
    body: request.postData(),
  }));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ method, body }) => method !== "GET" || body !== null)).toEqual([]);
  const ofDraws = sent.filter(({ path }) => path.startsWith("/api/lottery/"));
  // The app itself looks for results of bets of money on every page.
  const ofMoney = ofDraws.filter(({ path }) => path.startsWith("/api/lottery/orderList/"));
  const OF_MONEY = /^\?range=3d&time_zone=[\w%]+&tz_offset=-?\d+(?:&status=notDrawn)?&page_size=100$/u;
  expect(ofMoney.filter(({ query }) => !OF_MONEY.test(query))).toEqual([]);
  const others = ofDraws.filter((request) => !ofMoney.includes(request));
  const READS = /^\/api\/lottery\/(?:games|(?:rule|current|last|history)\/K3)$/u;
  expect(others.filter(({ path }) => !READS.test(path))).toEqual([]);
  const PAGE = /^(?:\?page_size=\d+(?:&cursor=[\w.-]+)?)?$/u;
  expect(others.filter(({ query }) => !PAGE.test(query))).toEqual([]);
  expect(await serverSays()).toEqual({ balance: "100.00", orders: [] });
});

test("after practice the slip of money is as it was, and its bet is one of money alone", async () => {
  requests = null;
  await page.getByRole("button", { name: text("practice.leave") }).tap();
  await openGame(page, "K3");
  expect(await band().count()).toBe(0);
  await slipBar(page)
    .getByText(text("play.bets", { count: 1 }))
    .first()
    .waitFor();
  const points = await page.evaluate("localStorage.getItem('practice:account.learner_1')");
  await openSlip(page);
  await confirmSlip(page);
  const { balance, orders } = await serverSays();
  expect(balance).toBe("98.00");
  expect(orders).toHaveLength(1);
  expect(await page.evaluate("localStorage.getItem('practice:account.learner_1')")).toBe(points);
});

test("practice needs a login, like the game", async () => {
  const stranger = await openPhone(browser, { baseURL: open.url, still: true });
  await stranger.page.goto("/pages-sub/game/index?code=K3&practice=1");
  await stranger.page.waitForURL((url) => url.pathname === "/pages/auth/login");
  await stranger.context.close();
});
