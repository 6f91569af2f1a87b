import { PAGES, type PageName } from "@lotus/contract/pages";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const TOLD_WITHIN_MS = 1_000;
/** So long after its start a page begins to listen for results, which a test need not wait for. */
const LATER_MS = 2_000;
/** A session ends after half an hour of the server's time. */
const MINUTES_OF_PLAYER = 20;
/** Pages that nobody who is logged in is on. */
const BEFORE_LOGIN: readonly PageName[] = ["login", "register", "forgot", "confirmEmail"];
const WALKED = Object.entries(PAGES).filter(([name]) => !BEFORE_LOGIN.some((before) => before === name));

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;
let minute = 0;
let players = 0;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
});
afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** A new player on a phone of their own. */
async function begin(): Promise<void> {
  await closeWindows(browser);
  players += 1;
  token = await client.newPlayer(`newsreader_${players}`, "1000.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await context.clock.install();
  errors = errorsOf(page);
  await storeSession(page, `newsreader_${players}`);
}

/** Bets as another phone of the player would: on every digit of the first place, of which one wins, or on one that loses. */
async function bet(items: readonly string[]): Promise<void> {
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items }] }];
  const prizeNo = `20261121${String(601 + minute).padStart(4, "0")}`;
  expect(await client.post("/api/lottery/order/K3", { prize_no: prizeNo, bets }, token)).toMatchObject({
    code: 0,
  });
}

/** The next draw and the payment of its bets. */
async function draw(): Promise<void> {
  minute += 1;
  await open.setTime(START - 2_000 + minute * 60_000 + 20);
}

/** Opens a page as a new window does, until it knows which bets are open: what is loaded last then listens. */
async function arriveAt(path: string, where = page): Promise<void> {
  const learned = where.waitForResponse((reply) => /orderList\/ALL\?.*status=notDrawn/u.test(reply.url()));
  await where.goto(path);
  // What the page leaves for later is due from its first render on.
  await where.getByRole("main").first().waitFor();
  await where.clock.fastForward(LATER_MS);
  await learned;
}

/** The result as it is told: above the page, or above the slip of a game. */
const told = (): ReturnType<Page["locator"]> =>
  page
    .getByRole("complementary", { name: text("news.results") })
    .or(page.getByRole("status").filter({ hasText: String(600 + minute).padStart(4, "0") }))
    .filter({ visible: true })
    .first();

/** How long the page took that opened most slowly so far (ms). */
let slowestPage = 0;

test.each(WALKED)("on the page %s a result is told within a second", async (_, { path }) => {
  // Opening a page takes a phone less than logging in does; a session lasts for some of the server's minutes.
  if (minute % MINUTES_OF_PLAYER === 0) await begin();
  await bet(["3"]);
  const left = performance.now();
  await arriveAt(path);
  const arrived = performance.now();
  await draw();
  const drawn = performance.now();
  await told().waitFor();
  slowestPage = Math.max(slowestPage, arrived - left);
  // On a busy machine within the time that opening a page takes there.
  expect(performance.now() - drawn).toBeLessThan(Math.max(TOLD_WITHIN_MS, slowestPage));
});

test("the bar leads to the records of the game, and the badge on the last tab goes once they are seen", async () => {
  await begin();
  await bet(["3"]);
  await arriveAt("/pages/tabbar/service");
  await draw();
  const bar = page.getByRole("complementary", { name: text("news.results") });
  await bar.waitFor();
  const unseen = page.getByText(text("app.unseenResults", { count: "1" }));
  expect(await unseen.count()).toBe(1);
  await bar.getByRole("link").click();
  await page.waitForURL(
    (url) => url.pathname === "/pages-sub/record/betting" && url.search === "?code=K3&from=result",
  );
  // Beside a loss nothing offers the same bet again.
  const { data } = await client.get<{ list: { status: string }[] }>(
    "/api/lottery/orderList/K3?range=today",
    token,
  );
  const lost = data.list[0]?.status === "notWon";
  await page
    .getByRole("listitem")
    .or(page.getByRole("button"))
    .filter({ hasText: text(lost ? "play.status.notWon" : "play.status.won") })
    .first()
    .click();
  const sheet = page.getByRole("dialog", { name: text("play.detail.title") });
  await sheet.waitFor();
  expect(await sheet.getByRole("button", { name: text("play.detail.again") }).count()).toBe(lost ? 0 : 1);
  await sheet.getByRole("button", { name: text("play.close") }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.goBack();
  await page.getByRole("navigation", { name: text("app.tabs") }).waitFor();
  await expect.poll(() => unseen.count()).toBe(0);
});

test("two windows tell a result once, in the one in front", async () => {
  await begin();
  await bet(["3"]);
  await arriveAt("/pages/tabbar/mine");
  const front = await context.newPage();
  await arriveAt("/pages/tabbar/center", front);
  // A browser that is driven has each window believe that it is in front.
  await page.evaluate("document.hasFocus = () => false");
  await front.bringToFront();
  await draw();
  const bar = (where: Page) => where.getByRole("complementary", { name: text("news.results") });
  await bar(front).waitFor();
  expect(await bar(page).count()).toBe(0);
});
